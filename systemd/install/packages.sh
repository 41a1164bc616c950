# shellcheck shell=bash
# What comes from the system's own archive, and only that: Python's venv, and on a Pi the drivers.

install_packages() {
    local missing=() package
    for package in $(wanted_packages); do
        is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    step "Packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if ! { quietly apt-get update -qq && quietly apt-get install -y -qq --no-install-recommends "${missing[@]}"; }; then
        fail "The packages ${missing[*]} could not be installed." \
            "Is the Pi on the network, and no other installation running? Then run this again."
    fi
    find_python
}

wanted_packages() {
    echo python3 python3-venv
    if is_pi; then
        echo python3-spidev
        # Debian's own archive does not have it; Raspberry Pi OS does.
        [[ -z $(apt-cache show python3-lgpio 2>/dev/null) ]] || echo python3-lgpio
        ! has_desktop || echo foot
    fi
}

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

has_desktop() { is_installed labwc || is_installed wayfire || is_installed lxsession; }
