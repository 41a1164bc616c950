# shellcheck shell=bash
# What only a Raspberry Pi has: buses to switch on, and a button that switches the Pi off.

readonly MARK='# companion:'

is_pi() { [[ -z ${SIMULATED-} ]] && grep -qs 'Raspberry Pi' "${MODEL_FILE:-/proc/device-tree/model}"; }

config_txt() {
    local path
    for path in /boot/firmware/config.txt /boot/config.txt; do
        [[ ! -f $path ]] || { echo "$path" && return; }
    done
}

prepare_pi() {
    if ! is_pi; then
        say "This is not a Raspberry Pi, or --simulated was given: the table uses simulated devices."
        [[ -z $SHUTDOWN_PIN ]] || warn "the shutdown button needs a Raspberry Pi and was left out"
        return
    fi
    local config
    config=$(config_txt)
    if [[ -z $config ]]; then
        warn "there is no config.txt, so the buses were not changed; 'companion doctor' says whether they are on"
        return
    fi
    step "Switching on SPI for the readers and I2C for the dice display"
    add_line "$config" dtparam=spi=on
    add_line "$config" dtparam=i2c_arm=on
    [[ -z $SHUTDOWN_PIN ]] || set_shutdown_button "$config" "$SHUTDOWN_PIN"
}

# Adds a line that is not there yet. It goes under [all] at the end, since a section above may be for another model.
add_line() {
    grep -qx "$2" "$1" && return
    { cat "$1" && printf '%s\n' "$MARK ${3-bus}" '[all]' "$2"; } | write_file "$1" "$(stat -c %a "$1")"
    say "Takes effect when the Pi restarts: $2"
}

# After two seconds the kernel reports a power key, and systemd switches the Pi off.
set_shutdown_button() {
    remove_marked "$1" shutdown
    add_line "$1" "dtoverlay=gpio-shutdown,gpio_pin=$2,active_low=1,gpio_pull=up,debounce=2000" shutdown
}

# Removes the mark and the two lines after it.
remove_marked() {
    grep -qx "$MARK $2" "$1" || return 0
    sed "/^$MARK $2\$/,+2d" "$1" | write_file "$1" "$(stat -c %a "$1")"
}

# The buses stay on, since something else may use them.
remove_shutdown_button() {
    local config
    config=$(config_txt)
    [[ -z $config ]] || remove_marked "$config" shutdown
}
