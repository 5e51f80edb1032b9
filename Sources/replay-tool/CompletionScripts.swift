import Domain

/// The scripts that make a shell complete the tool's words.
extension CompletionWords {
  var bash: String {
    """
    # bash completion for replay-tool
    _replay_tool() {
      local cur line prev verb='' name='' options='' choices='' word skip=0 i
      # COMP_WORDS is split at "=", so the line is taken apart anew.
      line=${COMP_LINE:0:COMP_POINT}
      local -a typed
      read -ra typed <<< "$line"
      cur=''
      [[ $line == *[[:space:]] ]] || { cur=${typed[-1]}; unset 'typed[-1]'; }
      prev=${typed[-1]}
      for word in "${typed[@]:1}"; do
        if ((skip)); then skip=0; continue; fi
        case $word in
        \(optionsWithValue)) skip=1 ;;
        -*) ;;
        *) if [[ -z $verb ]]; then verb=$word; elif [[ -z $name ]]; then name=$word; fi ;;
        esac
      done
      case $prev in
      --locale) COMPREPLY=($(compgen -W 'ru en' -- "$cur")); return ;;
      \(options(taking: ["DIR"]))) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;
      \(options(taking: ["FILE"]))) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
      \(optionsWithValue)) return ;;
      esac
      if [[ -z $verb ]]; then
        COMPREPLY=($(compgen -W '\(verbs) --help --version' -- "$cur"))
        return
      fi
      case $verb in
    \(cases(indent: "  "))
      esac
      if [[ -n $name ]]; then
        choices=''
        case "$verb $name" in
    \(fieldCases(indent: "    "))
        esac
        [[ $cur == *=* ]] && return
        [[ $cur == -* ]] || compopt -o nospace 2> /dev/null
      fi
      [[ $cur == -* ]] && choices=$options
      COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    }
    complete -F _replay_tool replay-tool
    """
  }

  var zsh: String {
    """
    #compdef replay-tool
    _replay_tool() {
      local verb='' name='' options='' choices='' word skip=0
      for word in "${(@)words[2,CURRENT-1]}"; do
        if ((skip)); then skip=0; continue; fi
        case $word in
        \(optionsWithValue)) skip=1 ;;
        -*) ;;
        *) if [[ -z $verb ]]; then verb=$word; elif [[ -z $name ]]; then name=$word; fi ;;
        esac
      done
      case ${words[CURRENT-1]} in
      --locale) compadd ru en; return ;;
      \(options(taking: ["DIR"]))) _path_files -/; return ;;
      \(options(taking: ["FILE"]))) _files; return ;;
      \(optionsWithValue)) return ;;
      esac
      if [[ -z $verb ]]; then
        compadd -- \(verbs) --help --version
        return
      fi
      case $verb in
    \(cases(indent: "  "))
      esac
      if [[ $PREFIX == -* ]]; then
        compadd -- ${=options}
      elif [[ -n $name ]]; then
        choices=''
        case "$verb $name" in
    \(fieldCases(indent: "    "))
        esac
        compadd -S '' -- ${=choices}
      else
        compadd -- ${=choices}
      fi
    }
    if [[ $funcstack[1] == _replay_tool ]]; then _replay_tool "$@"; else compdef _replay_tool replay-tool; fi
    """
  }

  var fish: String {
    var lines = ["# fish completion for replay-tool", "complete -c replay-tool -f"]
    for subcommand in subcommands {
      let seen = "__fish_seen_subcommand_from \(subcommand.name)"
      lines.append(
        "complete -c replay-tool -n __fish_use_subcommand -a \(subcommand.name) "
          + "-d \(quoted(subcommand.summary))")
      for option in subcommand.allOptions {
        let value =
          option.value == nil ? "" : ["DIR", "FILE"].contains(option.value) ? " -rF" : " -x"
        lines.append(
          "complete -c replay-tool -n \(quoted(seen)) -l \(option.name.dropFirst(2))\(value) "
            + "-d \(quoted(option.help))")
      }
      let names = names(behind: subcommand.name)
      if !names.isEmpty {
        let all = names.joined(separator: " ")
        let first = "\(seen); and not __fish_seen_subcommand_from \(all)"
        lines.append("complete -c replay-tool -n \(quoted(first)) -a \(quoted(all))")
      }
    }
    for entry in names where !entry.fields.isEmpty {
      let seen =
        "__fish_seen_subcommand_from \(entry.subcommand); "
        + "and __fish_seen_subcommand_from \(entry.name)"
      let fields = entry.fields.map { "\($0.name)=" }.joined(separator: " ")
      lines.append("complete -c replay-tool -n \(quoted(seen)) -a \(quoted(fields))")
    }
    return lines.joined(separator: "\n")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
