# shellcheck shell=bash
# What must hold before anything is changed.

readonly NEEDS_MB=400 # of the card: two versions of the program, and room to work

require_root() {
    ((EUID == 0)) || fail "This changes the system, and may do so only as root." "sudo $0"
}

# Two at once would build over each other.
be_alone() {
    exec 9>/run/companion-install.lock
    flock -n 9 || fail "The installer is running already." "Wait until it has finished."
}

require_system() {
    require_known_os
    require_64_bits
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
    [[ -n $FORCE ]] || fail "This is ${name:-an unknown system}; Raspberry Pi OS or Debian 12 or 13 is needed." \
        "Install Raspberry Pi OS, 64 bits; or try it here all the same, with --force."
}

os_release() { sed -n "s/^$1=\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\}\$/\\1/p" /etc/os-release 2>/dev/null | head -n 1; }

require_64_bits() {
    case $(dpkg --print-architecture) in
        arm64 | amd64) return ;;
    esac
    [[ -n $FORCE ]] || fail "This system has $(dpkg --print-architecture); the parts of the program come for 64 bits." \
        "Put the 64-bit Raspberry Pi OS on the card, and run this there."
}

# Debian's own, for the drivers are made for that one.
find_python() {
    PYTHON=/usr/bin/python3
    [[ -x $PYTHON ]] || return 0 # it comes with the packages
    "$PYTHON" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
        fail "$("$PYTHON" --version) is here; 3.11 to 3.13 is needed." \
            "Use Raspberry Pi OS or Debian 12 or 13, whose own Python fits."
}

require_space() {
    local free
    free=$(df --output=avail -BM "$1" | tail -n 1 | tr -dc 0-9)
    ((free >= NEEDS_MB)) || fail "$1 has $free MB left; $NEEDS_MB MB are needed." \
        "Make room ('sudo apt clean' helps), or take a larger card."
}

is_older() { dpkg --compare-versions "$1" lt "$2"; }

require_no_downgrade() {
    [[ -e $CURRENT ]] || return 0
    local here there
    here=$(version_of "$CURRENT") there=$(source_version)
    if [[ -z $FORCE ]] && is_older "$there" "$here"; then
        fail "Version $here is installed, and this is $there, which is older and may not be able to read its games." \
            "'--back' goes back to the version before; '--force' installs this one all the same."
    fi
}
