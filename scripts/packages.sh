# Sourced by the other scripts: installs the Debian or Ubuntu packages that a step needs and that are missing.
#   girih_packages build        to build the libraries
#   girih_packages build test   to build and run the tests as well

girih_packages() {
  local wanted=() missing=() set
  for set in "$@"; do
    case "$set" in
      build) wanted+=(g++ cmake ninja-build pkg-config libfmt-dev libhwy-dev libcli11-dev nlohmann-json3-dev zlib1g-dev) ;;
      test) wanted+=(libgtest-dev python3 binutils) ;;
      clients) wanted+=(g++ python3 python3-venv python3-pip) ;;
      format) wanted+=(clang-format-14 git) ;;
      clang) wanted+=(clang-14) ;;
      *) echo "girih_packages: unknown set '$set'" >&2; return 2 ;;
    esac
  done
  local package
  for package in "${wanted[@]}"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "These packages are missing, and this system has no apt-get to install them: ${missing[*]}" >&2
    return 1
  fi
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Please install these packages as root, then run this again: ${missing[*]}" >&2
      return 1
    fi
    sudo=(sudo)
  fi
  echo "installing: ${missing[*]}"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
