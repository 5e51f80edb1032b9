import EventEngine

/// The completion scripts for the shells.
extension CompletionWords {
  /// The name of the shell function that completes.
  private var function: String {
    "_" + toolName.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }

  var bash: String {
    """
    # bash completion for \(toolName)
    \(function)() {
      local cur line prev verb='' name='' options='' choices='' word last='' skip=0
      local tool=${COMP_WORDS[0]:-\(toolName)} journal=''
      # COMP_WORDS is split at "=", so the line is taken apart anew.
      line=${COMP_LINE:0:COMP_POINT}
      local -a typed
      read -ra typed <<< "$line"
      cur=''
      [[ $line == *[[:space:]] ]] || { cur=${typed[-1]}; unset 'typed[-1]'; }
      prev=${typed[-1]}
      for word in "${typed[@]:1}"; do
        if ((skip)); then skip=0; [[ $last == --journal ]] && journal=$word; continue; fi
        last=$word
        case $word in
        --journal=*) journal=${word#*=} ;;
        \(optionsWithValue)) skip=1 ;;
        -*) ;;
        *) if [[ -z $verb ]]; then verb=$word; elif [[ -z $name ]]; then name=$word; fi ;;
        esac
      done
      case "$verb $prev" in
    \(valueCases { "COMPREPLY=($(compgen -W '\($0)' -- \"$cur\"))" })
      esac
      case $prev in
      \(Self.recordedOptions.joined(separator: "|"))) \(function)_recorded "${prev#--}" "$cur"; return ;;
      \(options(taking: ["DIR"]))) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;
      \(options(taking: ["FILE"]))) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
      \(optionsWithValue)) return ;;
      esac
      if [[ -z $verb ]]; then
        COMPREPLY=($(compgen -W '\(verbs) help --help --version' -- "$cur"))
        return
      fi
      case $verb in
      help) choices='\(verbs)' ;;
    \(cases(indent: "  "))
      esac
      if [[ $cur != -* && -z $name ]]; then
        case $verb in
        \(verbs(before: ["DIR"]))) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;
        \(verbs(before: ["[FILE]"]))) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
        \(tagVerbs.joined(separator: "|"))) \(function)_recorded tag "$cur"; return ;;
        esac
      fi
      if [[ -n $name && $verb != replay && $verb != snapshot ]]; then
        choices=''
        case "$verb $name" in
    \(fieldCases(indent: "    "))
        esac
        # "@" parts words, as "=" does: what is put in is the name of the file alone.
        [[ $cur == *=@* ]] && { compopt -o filenames; COMPREPLY=($(compgen -f -- "${cur#*=@}")); }
        if [[ $cur == *=* ]]; then
          [[ $cur == *=@* ]] || \(function)_recorded "${cur%%=*}" "${cur#*=}"
          return
        fi
        [[ $cur == -* ]] || compopt -o nospace 2> /dev/null
      fi
      [[ $cur == -* ]] && choices=$options
      COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    }
    # The words of the journal, such as tags and ids. A colon parts words, too.
    \(function)_recorded() {
      local IFS=$'\\n' before=''
      COMPREPLY=($("$tool" completions recorded "$1" "$2" ${journal:+"--journal=$journal"} 2> /dev/null))
      [[ $2 == *:* && $COMP_WORDBREAKS == *:* ]] && before=${2%"${2##*:}"}
      COMPREPLY=("${COMPREPLY[@]#"$before"}")
    }
    complete -F \(function) \(toolName)
    """
  }

  var zsh: String {
    """
    #compdef \(toolName)
    _\(toolName)() {
      local verb='' name='' options='' choices='' word last='' skip=0 tool=$words[1] journal=''
      for word in "${(@)words[2,CURRENT-1]}"; do
        if ((skip)); then skip=0; [[ $last == --journal ]] && journal=$word; continue; fi
        last=$word
        case $word in
        --journal=*) journal=${word#*=} ;;
        \(optionsWithValue)) skip=1 ;;
        -*) ;;
        *) if [[ -z $verb ]]; then verb=$word; elif [[ -z $name ]]; then name=$word; fi ;;
        esac
      done
      case "$verb ${words[CURRENT-1]}" in
    \(valueCases { "compadd -- \($0)" })
      esac
      case ${words[CURRENT-1]} in
      \(Self.recordedOptions.joined(separator: "|"))) _\(toolName)_recorded ${words[CURRENT-1]#--}; return ;;
      \(options(taking: ["DIR"]))) _path_files -/; return ;;
      \(options(taking: ["FILE"]))) _files; return ;;
      \(optionsWithValue)) return ;;
      esac
      if [[ -z $verb ]]; then
        compadd -- \(verbs) help --help --version
        return
      fi
      case $verb in
      help) choices='\(verbs)' ;;
    \(cases(indent: "  "))
      esac
      if [[ $PREFIX == -* ]]; then
        compadd -- ${=options}
      elif [[ -z $name && $verb == (\(verbs(before: ["DIR"]))) ]]; then
        _path_files -/
      elif [[ -z $name && $verb == (\(verbs(before: ["[FILE]"]))) ]]; then
        _files
      elif [[ -z $name && $verb == (\(tagVerbs.joined(separator: "|"))) ]]; then
        _\(toolName)_recorded tag
      elif [[ -n $name && $PREFIX == *=@* ]]; then
        compset -P '*=@'
        _files
      elif [[ -n $name && $PREFIX == *=* ]]; then
        word=${PREFIX%%=*}
        compset -P '*='
        _\(toolName)_recorded $word
      elif [[ -n $name && $verb != (replay|snapshot) ]]; then
        choices=''
        case "$verb $name" in
    \(fieldCases(indent: "    "))
        esac
        compadd -S '' -- ${=choices}
      else
        compadd -- ${=choices}
      fi
    }
    _\(toolName)_recorded() {
      compadd -- ${(f)"$($tool completions recorded $1 "$PREFIX" ${journal:+--journal=$journal} 2> /dev/null)"}
    }
    if [[ $funcstack[1] == _\(toolName) ]]; then _\(toolName) "$@"; else compdef _\(toolName) \(toolName); fi
    """
  }

  var fish: String {
    var lines = [
      "# fish completion for \(toolName)", fishFunctions, "complete -c \(toolName) -f",
      "complete -c \(toolName) -n __fish_use_subcommand -a help",
      "complete -c \(toolName) -n '__fish_seen_subcommand_from help' -a \(quoted(verbs))",
      "complete -c \(toolName) -n '__fish_seen_subcommand_from "
        + verbs(before: ["DIR", "[FILE]"]).replacing("|", with: " ") + "' -F",
    ]
    for subcommand in subcommands { lines += fish(subcommand) }
    for verb in tagVerbs {
      lines.append(
        "complete -c \(toolName) -n '__fish_seen_subcommand_from \(verb)' "
          + "-a \(quoted(recorded("tag")))")
    }
    for entry in names {
      let words = entry.fields.map { "\($0.name)=" } + entry.shows
      if words.isEmpty { continue }
      let seen =
        "__fish_seen_subcommand_from \(entry.subcommand); "
        + "and __fish_seen_subcommand_from \(entry.name)"
      lines.append(
        "complete -c \(toolName) -n \(quoted(seen)) -a \(quoted(words.joined(separator: " ")))")
    }
    lines.append("complete -c \(toolName) -a '(\(function)_values)'")
    return lines.joined(separator: "\n")
  }

  /// The lines of one subcommand.
  private func fish(_ subcommand: any Verb.Type) -> [String] {
    let seen = "__fish_seen_subcommand_from \(subcommand.name)"
    var lines = [
      "complete -c \(toolName) -n __fish_use_subcommand -a \(subcommand.name) "
        + "-d \(quoted(subcommand.summary[language]))"
    ]
    for option in subcommand.shownOptions {
      lines.append(
        "complete -c \(toolName) -n \(quoted(seen)) \(fish(option)) -d \(quoted(option.help[language]))"
      )
    }
    let names = names(after: subcommand.name)
    if !names.isEmpty {
      let all = names.joined(separator: " ")
      let first =
        Self.listVerbs.contains(subcommand.name)
        ? seen : "\(seen); and not __fish_seen_subcommand_from \(all)"
      lines.append("complete -c \(toolName) -n \(quoted(first)) -a \(quoted(all))")
    }
    return lines
  }

  /// Returns the words of a `complete` command for the option's name and values.
  private func fish(_ option: OptionSpec) -> String {
    let name = option.name.hasPrefix("--") ? "-l" : "-s"
    let flag = "\(name) \(option.name.drop { $0 == "-" })"
    guard let value = option.value else { return flag }
    if ["DIR", "FILE"].contains(value) { return flag + " -rF" }
    if Self.recordedOptions.contains(option.name) {
      return flag + " -x -a " + quoted(recorded(String(option.name.dropFirst(2))))
    }
    let words = values(of: option).joined(separator: " ")
    return flag + " -x" + (words.isEmpty ? "" : " -a \(quoted(words))")
  }

  /// Returns the fish command that prints the words of the journal.
  private func recorded(_ kind: String) -> String {
    "(\(function)_recorded \(kind) (commandline -ct))"
  }

  /// The fish functions that ask the tool for words from the journal that `--journal` names.
  private var fishFunctions: String {
    """
    function \(function)_recorded
        set -l words (commandline -opc)
        set -l journal (string match -- '--journal=*' $words)
        set -l at (contains -i -- --journal $words)
        and set journal --journal=$words[(math $at + 1)]
        $words[1] completions recorded $argv $journal 2> /dev/null
    end
    function \(function)_values
        set -l parts (string split -m 1 = -- (commandline -ct))
        test (count $parts) = 2; or return
        if string match -q '@*' -- $parts[2]
            for path in (__fish_complete_path (string sub -s 2 -- $parts[2]))
                echo "$parts[1]=@$path"
            end
            return
        end
        for word in (\(function)_recorded $parts[1] "$parts[2]")
            echo "$parts[1]=$word"
        end
    end
    """
  }

  /// Returns the branches of the `case` statement over the verb and the word before the cursor, for
  /// the options with a fixed set of values.
  ///
  /// - Parameter offer: returns the shell code that offers these words.
  private func valueCases(_ offer: (String) -> String) -> String {
    var verbs: [String: [String: [String]]] = [:]
    for subcommand in subcommands {
      for option in subcommand.shownOptions {
        let words = values(of: option).joined(separator: " ")
        if !words.isEmpty {
          verbs[option.name, default: [:]][words, default: []].append(subcommand.name)
        }
      }
    }
    var lines: [String] = []
    for (option, sets) in verbs.sorted(by: { $0.key < $1.key }) {
      for (words, verbs) in sets.sorted(by: { $0.key < $1.key }) {
        // Options may stand before the verb, too.
        let patterns = sets.count == 1 ? ["*\" \(option)\""] : verbs.map { "'\($0) \(option)'" }
        lines.append("  \(patterns.joined(separator: "|"))) \(offer(words)); return ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
