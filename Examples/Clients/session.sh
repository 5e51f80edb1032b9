#!/usr/bin/env bash
# A client of `replay-tool session` in bash 4: one process for many requests.
#
#     session.sh JOURNAL [TOOL]     appends an event, then asks for a read model that does not exist
set -euo pipefail
if [ $# = 0 ]; then
  echo "usage: session.sh JOURNAL [TOOL]" >&2
  exit 64
fi

coproc SESSION { "${2:-replay-tool}" session --journal "$1" --create; }
process=$SESSION_PID

# Sends a request and prints its answer. Not for `follow`, whose events come between the answers.
ask() {
  printf '%s\n' "$1" >&"${SESSION[1]}"
  IFS= read -r answer <&"${SESSION[0]}"
  printf '%s\n' "$answer"
}

ask '{"append":[{"type":"Greeted","tags":["who:world"],"data":{}}],"ref":"greeting"}'
case $answer in *'"ok":true'*) ;; *) exit 1 ;; esac
ask '{"show":"no.model","locale":"en"}'

exec {SESSION[1]}>&-
wait "$process"
