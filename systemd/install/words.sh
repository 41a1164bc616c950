# shellcheck shell=bash
# What the installer says, and how it does things: for real, or only in words.

say() { echo "$*"; }

step() { echo "==> $*"; }

warn() { echo "note: $*" >&2; }

# What happened, and what to do about it.
fail() {
    echo "install.sh: $1" >&2
    echo "What to do: $2" >&2
    exit 1
}

# Everything that changes something goes through here.
run() {
    if [[ -n ${DRY-} ]]; then
        echo "would: $*"
    else
        "$@"
    fi
}

# Like run, with the output kept back unless it fails.
quietly() {
    local output status=0
    if [[ -n ${DRY-} ]]; then
        echo "would: $*"
        return
    fi
    output=$("$@" 2>&1) || status=$?
    ((status == 0)) || echo "$output" | tail -n 20 >&2
    return "$status"
}

# A file whole or not at all: write_file PATH MODE, with the content as input.
write_file() {
    local path=$1 mode=$2
    if [[ -n ${DRY-} ]]; then
        cat >/dev/null
        echo "would: write $path"
        return
    fi
    if ! { mkdir -p "$(dirname "$path")" && cat >"$path.part" && chmod "$mode" "$path.part" && sync "$path.part" &&
        mv -f "$path.part" "$path"; }; then
        rm -f "$path.part"
        fail "$path could not be written, and is as it was." "Make room on the card ('df -h $path'), and run this again."
    fi
}
