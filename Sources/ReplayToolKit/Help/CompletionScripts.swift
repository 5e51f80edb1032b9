import EventEngine

/// The completion scripts for the shells. Each asks the tool for the words at the cursor.
struct CompletionScripts {
  /// The name of the tool.
  let tool: String
  /// The language of the descriptions; nil for that of the environment.
  let language: String?

  private var words: String { "completions words\(language.map { " --locale \($0)" } ?? "") --" }

  /// The name of the shell function that completes.
  private var function: String {
    "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }

  var bash: String {
    """
    # bash completion for \(tool)
    \(function)() {
      local line cur='' before='' breaks='' word tool=${COMP_WORDS[0]:-\(tool)}
      local -a typed
      # COMP_WORDS is split at "=", so the line is taken apart anew.
      line=${COMP_LINE:0:COMP_POINT}
      read -ra typed <<< "$line"
      [[ $line == *[[:space:]] ]] || { cur=${typed[-1]}; unset 'typed[-1]'; }
      # The characters that part words: the shell replaces only the part at the cursor.
      [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
      [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
      mapfile -t COMPREPLY < <("$tool" \(words) "${typed[@]:1}" "$cur" 2> /dev/null)
      if [[ ${COMPREPLY[0]-} == $'\\t'* ]]; then
        before=${COMPREPLY[0]##*$'\\t'}
        cur=${cur#"$before"}
        case ${COMPREPLY[0]} in
        $'\\t'folders*) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        esac
        # "@" parts words, too, but belongs to the part that is replaced.
        [[ $breaks == *=* ]] && before=${before##*=}
        if [[ -z $before ]]; then
          compopt -o filenames
        else
          # The shell quotes only words that are names of files.
          compopt -o nospace
          mapfile -t COMPREPLY < <(
            for word in "${COMPREPLY[@]}"; do printf '%s%q\\n' "$before" "$word"; done
          )
        fi
        return
      fi
      COMPREPLY=("${COMPREPLY[@]%%$'\\t'*}")
      [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2> /dev/null
      [[ -n $breaks && $cur == *[$breaks]* ]] && before=${cur%"${cur##*[$breaks]}"}
      COMPREPLY=("${COMPREPLY[@]#"$before"}")
    }
    complete -F \(function) \(tool)
    """
  }

  var zsh: String {
    """
    #compdef \(tool)
    _\(tool)() {
      local before
      local -a found
      found=(${(f)"$($words[1] \(words) "${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)"})
      if [[ $found[1] == $'\\t'* ]]; then
        before=${found[1]##*$'\\t'}
        compset -P "${(b)before}"
        if [[ $found[1] == $'\\t'folders* ]]; then _path_files -/; else _files; fi
        return
      fi
      found=(${found%%$'\\t'*})
      compadd -S '' -- ${(M)found:#*=}
      compadd -- ${found:#*=}
    }
    if [[ $funcstack[1] == _\(tool) ]]; then _\(tool) "$@"; else compdef _\(tool) \(tool); fi
    """
  }

  var fish: String {
    """
    # fish completion for \(tool)
    function \(function)
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        for line in ($words[1] \(words) $words[2..] "$word" 2> /dev/null)
            set -l parts (string split \\t -- $line)
            if test -n "$parts[1]"
                printf '%s\\n' $line
                continue
            end
            set -l name (string replace -- "$parts[3]" '' "$word")
            set -l complete __fish_complete_path
            test $parts[2] = folders; and set complete __fish_complete_directories
            for path in ($complete "$name")
                printf '%s\\n' "$parts[3]$path"
            end
        end
    end
    complete -c \(tool) -f -a '(\(function))'
    """
  }
}
