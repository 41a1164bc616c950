# shellcheck shell=bash disable=SC2034
# Where everything is installed, and how the installer prints and changes things.

readonly HOME_OF_PROGRAM=/opt/companion
readonly CURRENT=$HOME_OF_PROGRAM/venv      # a link to the installed version
readonly PREVIOUS=$HOME_OF_PROGRAM/previous # a link to the version before it
readonly VERSIONS=$HOME_OF_PROGRAM/versions
readonly DATA=/var/lib/companion
readonly TABLET_DATA=/var/lib/companion-tablet
readonly BACKUPS=/var/lib/companion-backups
readonly SETTINGS=/etc/companion
readonly UNITS=/etc/systemd/system
readonly JOURNALD_CONF=/etc/systemd/journald.conf.d/60-companion.conf
readonly COMMAND=/usr/local/bin/companion
readonly SERVICES=(companion-tablet.socket companion-tablet.service companion-table.service) # in the order they stop

say() { echo "$*"; }

step() { echo "==> $*"; }

warn() { echo "note: $*" >&2; }

# What happened, and what to do about it.
fail() {
    echo "install.sh: $1" >&2
    echo "What to do: $2" >&2
    exit 1
}

# Runs a command that changes something. A dry run only prints it.
run() {
    if [[ -n ${DRY-} ]]; then
        echo "would: $*"
    else
        "$@"
    fi
}

# Like run, but shows the output only if the command fails.
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

# write_file PATH MODE <CONTENT: writes the file completely or not at all.
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
        fail "$path could not be written and is unchanged." "Free some space on the card ('df -h' shows how much there is), then run this again."
    fi
}
