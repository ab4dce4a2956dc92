"""The whole configuration: its keys, defaults and rules, its problems in words, and its text.

Every key stands with a line of explanation in config/memoryd.toml. Programs that only read memory
take their few settings from memoryd.config instead, which loads no pydantic.
"""

from memoryd.config_model.model import Config, Job, LlmConfig, Price, Source
from memoryd.config_model.reading import load, parse
from memoryd.config_model.values import Weekly
from memoryd.config_model.writing import dump, starter

__all__ = [
    "Config",
    "Job",
    "LlmConfig",
    "Price",
    "Source",
    "Weekly",
    "dump",
    "load",
    "parse",
    "starter",
]
