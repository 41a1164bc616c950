# shellcheck shell=bash
# What is checked before anything changes.

readonly NEEDS_MB=400 # on the card, for two versions of the program and room to work

require_root() {
    ((EUID == 0)) || fail "Only root may change the system." "sudo $0"
}

# Two installers at once would overwrite each other's work.
require_no_other_installer() {
    exec 9>/run/companion-install.lock
    flock -n 9 || fail "The installer is already running." "Wait until it has finished."
}

require_system() {
    require_known_os
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *)
            [[ -n $FORCE ]] || fail "This system is $(dpkg --print-architecture), but the program needs arm64 or amd64." \
                "Put the 64-bit Raspberry Pi OS on the card, and run this there."
            ;;
    esac
    find_python
    require_space "$(dirname "$HOME_OF_PROGRAM")"
    require_space "$(dirname "$DATA")"
}

require_known_os() {
    local id version name
    id=$(os_release ID) version=$(os_release VERSION_ID) name=$(os_release PRETTY_NAME)
    case $id-$version in
        debian-12 | debian-13 | raspbian-12 | raspbian-13) return ;;
    esac
    [[ -n $FORCE ]] || fail "This is ${name:-an unknown system}, but Raspberry Pi OS or Debian 12 or 13 is needed." \
        "Install the 64-bit Raspberry Pi OS, or try it here anyway with --force."
}

os_release() { sed -n "s/^$1=\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\}\$/\\1/p" /etc/os-release 2>/dev/null | head -n 1; }

# Debian's own Python, because the drivers are built for it.
find_python() {
    PYTHON=/usr/bin/python3
    [[ -x $PYTHON ]] || return 0 # install_packages brings it
    "$PYTHON" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
        fail "This system has $("$PYTHON" --version), but 3.11 to 3.13 is needed." "Use Raspberry Pi OS or Debian 12 or 13."
}

require_space() {
    local free
    free=$(df --output=avail -BM "$1" | tail -n 1 | tr -dc 0-9)
    ((free >= NEEDS_MB)) || fail "$1 has $free MB free, but $NEEDS_MB MB are needed." \
        "Free some space ('sudo apt clean' helps), or use a larger card."
}

is_older() { dpkg --compare-versions "$1" lt "$2"; }

require_no_downgrade() {
    [[ -e $CURRENT ]] || return 0
    local here there
    here=$(version_of "$CURRENT") there=$(source_version)
    if [[ -z $FORCE ]] && is_older "$there" "$here"; then
        fail "Version $here is installed. This is $there, which is older and may not be able to read its games." \
            "'--back' goes back to the previous version; '--force' installs this one anyway."
    fi
}
