import { brief, type CommandFact, type FlagFact } from './command-facts.ts';

/** A script for the profile: `standin completion powershell | Out-String | Invoke-Expression`. */
export function powershellScript(commands: readonly CommandFact[]): string {
  return `# standin completion powershell
Register-ArgumentCompleter -Native -CommandName standin -ScriptBlock {
  param($word, $ast, $position)
  $flags = @{
${commands.map(({ name, flags }) => `    ${quote(name)} = @(${flags.flatMap(flagPairs).join(', ')})`).join('\n')}
  }
  $values = @{
${commands.flatMap(valueLines).join('\n')}
  }
  $commands = @(${commands.map(({ name, text }) => `@(${quote(name)}, ${quote(brief(text))})`).join(', ')})
  $typed = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  $before = if ($word -eq '') { $typed[-1] } else { $typed[-2] }
  $found = if ($typed.Count -lt 2 -or ($typed.Count -eq 2 -and $word -ne '')) { $commands }
    elseif ($values.ContainsKey("$($typed[1]) $before")) { $values["$($typed[1]) $before"] | ForEach-Object { ,@($_, $_) } }
    elseif ($word.StartsWith('-')) { $flags[$typed[1]] }
    elseif ($values.ContainsKey($typed[1])) { $values[$typed[1]] | ForEach-Object { ,@($_, $_) } }
  $found | Where-Object { $_[0] -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

function flagPairs({ names, text }: FlagFact): readonly string[] {
  return names.map((name) => `@(${quote(name)}, ${quote(brief(text) || name)})`);
}

function valueLines({ name, flags, words }: CommandFact): readonly string[] {
  const own = words.length === 0 ? [] : [`    ${quote(name)} = @(${words.map(quote).join(', ')})`];
  const ofFlags = flags.flatMap(({ names, takes }) =>
    typeof takes === 'string'
      ? []
      : names.map((each) => `    ${quote(`${name} ${each}`)} = @(${takes.map(quote).join(', ')})`),
  );
  return [...own, ...ofFlags];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
