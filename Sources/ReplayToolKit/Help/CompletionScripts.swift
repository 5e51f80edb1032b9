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
    #"""
    # bash completion for \#(tool)
    \#(function)() {
      local line=${COMP_LINE:0:COMP_POINT} raw='' cur='' start='' before='' breaks='' word
      local tool=${COMP_WORDS[0]:-\#(tool)} quotes=$'[\\\\"\']'
      local part=$'^[[:space:]]*((\\\\.|"[^"]*("|$)|\'[^\']*(\'|$)|[^[:space:]"\'\\\\])+)'
      local -a typed
      # COMP_WORDS is split at "=", so the line is taken apart anew.
      while [[ $line =~ $part ]]; do
        typed+=("${BASH_REMATCH[1]}")
        line=${line:${#BASH_REMATCH}}
      done
      [[ -n $line ]] || { raw=${typed[-1]}; unset 'typed[-1]'; }
      if [[ ${typed[-1]} == *[\<\>] || $raw == *([0-9\&])[\<\>]* ]]; then
        COMPREPLY=()
        compopt -o default
        return
      fi
      typed=("${typed[@]//$quotes/}")
      cur=${raw//$quotes/}
      # The shell replaces what follows a quotation mark or the last of these characters.
      [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
      [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
      if [[ $raw == *[\"\']* ]]; then
        start=${raw%%[\"\']*}
      elif [[ -n $breaks && ${raw//\\?/} == *[$breaks]* ]]; then
        start=${cur%"${cur##*[$breaks]}"}
      fi
      mapfile -t COMPREPLY < <("$tool" \#(words) "${typed[@]:1}" "$cur" 2> /dev/null)
      if [[ ${COMPREPLY[0]-} == $'\t'* ]]; then
        before=${COMPREPLY[0]##*$'\t'}
        cur=${cur#"$before"}
        word=f
        [[ ${COMPREPLY[0]} == $'\t'folders* ]] && word=d
        COMPREPLY=()
        if [[ $before == "$start" ]]; then
          if [[ $word == d ]]; then compopt -o dirnames; else compopt -o default; fi
          return
        fi
        # The shell itself knows neither "@" nor a name that goes on after ":" or "=".
        compopt -o nospace
        mapfile -t COMPREPLY < <(
          compgen -"$word" -- "$cur" | while read -r word; do
            word=$before$word
            printf '%q\n' "${word#"$start"}"
          done
        )
        return
      fi
      COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
      [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2> /dev/null
      COMPREPLY=("${COMPREPLY[@]#"$start"}")
    }
    complete -F \#(function) \#(tool)
    """#
  }

  var zsh: String {
    """
    #compdef \(tool)
    _\(tool)() {
      local before
      local -a found
      found=(${(f)"$($words[1] \(words) "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)"})
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
    #"""
    # fish completion for \#(tool)
    function \#(function)
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        set -l plain (string replace -ra '["\'\\\\]' '' -- "$word")
        for line in ($words[1] \#(words) $words[2..] "$plain" 2> /dev/null)
            set -l parts (string split \t -- $line)
            if test -n "$parts[1]"
                printf '%s\n' $line
                continue
            end
            # The shell completes the name as that of a file, with its "~" and quotation marks.
            set -l name (string replace -- "$parts[3]" '' "$word")
            for path in (complete -C "'' $name")
                test $parts[2] = folders; and not string match -qr '/(\t|$)' -- $path; and continue
                printf '%s\n' "$parts[3]$path"
            end
        end
    end
    complete -c \#(tool) -f -a '(\#(function))'
    """#
  }
}
