# Says of each pair of scripts whether PowerShell's own parser makes the same tree of both, apart from where things stand, and whether its engine
# does the same with both: output, errors, $?, $LASTEXITCODE and the variables left behind.
# stdin: lines {"name", "text", "line", "run", "trees_differ": it has another tree with the same meaning}; stdout: lines {"name", "problem"} of those with one, then {"compared": N, "run": N}
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Concurrent;
using System.Linq;
using System.Management.Automation;
using System.Management.Automation.Language;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

public static class Tree {
    static readonly ConcurrentDictionary<Type, PropertyInfo[]> known = new();

    static readonly PropertyInfo format = typeof(ExpandableStringExpressionAst).GetProperty("FormatExpression", BindingFlags.NonPublic | BindingFlags.Instance);

    static PropertyInfo[] Properties(Type type) => known.GetOrAdd(type, t => t.GetProperties(BindingFlags.Public | BindingFlags.Instance)
        .Where(p => p.GetIndexParameters().Length == 0 && p.Name != "Parent" && !typeof(IScriptExtent).IsAssignableFrom(p.PropertyType)).ToArray());

    static void Write(object node, StringBuilder to) {
        switch (node) {
            case null: to.Append("null "); return;
            case string text: to.Append('"').Append(text).Append("\" "); return;
            case ITypeName name: to.Append("type ").Append(name.FullName).Append(' '); return;
            case Ast ast:
                to.Append('(').Append(ast.GetType().Name).Append(' ');
                if (ast is ExpandableStringExpressionAst) Write(format.GetValue(ast), to); // how it is quoted is layout
                foreach (var p in Properties(ast.GetType())) {
                    if (p.Name is "StaticType" or "ScriptRequirements" or "StringConstantType") continue;
                    if (p.Name == "Value" && ast is ExpandableStringExpressionAst) continue;
                    to.Append(p.Name).Append('=');
                    Write(p.GetValue(ast), to);
                }
                to.Append(')');
                return;
            case ITuple pair:
                to.Append('<');
                for (int i = 0; i < pair.Length; ++i) Write(pair[i], to);
                to.Append('>');
                return;
            case VariablePath path: to.Append(path.ToString()).Append(' '); return;
            case IEnumerable many:
                to.Append('[');
                foreach (var one in many) Write(one, to);
                to.Append(']');
                return;
            default: to.Append(node.GetType().IsPrimitive || node is Enum || node is Type || node is decimal || node is System.Numerics.BigInteger ? node.ToString() : node.GetType().Name).Append(' '); return;
        }
    }

    public static string Of(string text, out string error) {
        var tree = Parser.ParseInput(text, out _, out var errors);
        error = errors.Length == 0 ? null : errors[0].Message;
        var to = new StringBuilder();
        Write(tree, to);
        return to.ToString();
    }
}
'@

# What a script does, as text: all streams, what it threw, and the variables that it has changed or left behind: $LASTEXITCODE and $? ($succeeded) are among them.
function Invoke-Alone([string] $Text) {
    $shell = [powershell]::Create()
    try {
        [void] $shell.AddScript("`$ErrorView = 'ConciseView'; `$n = 0; `$a = 'A'; `$b = 2; `$items = 1, 2; `$value = 'v'").Invoke()
        $before = Get-Left $shell
        $shell.Commands.Clear()
        [void] $shell.AddScript("$Text`n`$global:succeeded = `$?")
        $thrown = ''
        $task = $shell.BeginInvoke()
        if (-not $task.AsyncWaitHandle.WaitOne(20000)) { $shell.Stop(); return 'too long' }
        try { $output = $shell.EndInvoke($task) } catch { $output = @(); $thrown = $_.Exception.InnerException.Message }
        $said = @(@($output | ForEach-Object { "$_" }) -join "`n")
        $said += foreach ($stream in 'Error', 'Warning', 'Verbose', 'Debug', 'Information') {
            $shell.Streams.$stream | ForEach-Object { "-- $stream $(if ($stream -eq 'Error') { $_.FullyQualifiedErrorId } else { $_ })" }
        }
        $said += "-- thrown $thrown", "-- had errors $($shell.HadErrors)"
        $left = Get-Left $shell
        ($said + ($left.Keys | Where-Object { $left[$_] -cne $before[$_] } | Sort-Object | ForEach-Object { "-- `$$_ = $($left[$_])" })) -join "`n"
    }
    finally { $shell.Dispose() }
}

# Texts of the variables by name, but for those that tell of the line itself.
function Get-Left($Shell) {
    $Shell.Commands.Clear()
    $left = @{}
    foreach ($one in $Shell.AddScript('Get-Variable -Scope Global').Invoke()) { $left[$one.Name] = if ($one.Value -is [scriptblock]) { 'a block' } else { "$($one.Value)" } }
    '?', '^', '$', 'Error', 'MyInvocation', 'StackTrace', 'PSCommandPath', 'PSScriptRoot', 'PSItem', '_' | ForEach-Object { $left.Remove($_) }
    $left
}

$compared = $ran = 0
while ($null -ne ($json = [Console]::In.ReadLine())) {
    $case = [System.Text.Json.JsonDocument]::Parse($json).RootElement
    $name, $text, $line = 'name', 'text', 'line' | ForEach-Object { $case.GetProperty($_).GetString() }
    $wrong = $null
    $before = [Tree]::Of($text, [ref] $wrong)
    $refused = $wrong
    $after = [Tree]::Of($line, [ref] $wrong)
    $run = $case.GetProperty('run').GetBoolean()
    $other_tree = $case.GetProperty('trees_differ').GetBoolean()
    $problem = if ($refused) { if (-not $wrong -and -not $other_tree) { "PowerShell does not take it ($refused), but the line: $line" } }
    elseif ($after -cne $before -and -not $other_tree) { "trees differ ($wrong)`n  line: $line`n  before: $before`n  after:  $after" }
    $compared++
    if (-not $problem -and -not $refused -and $run) {
        $ran++
        $first = Invoke-Alone $text
        $second = Invoke-Alone $line
        if ($first -cne $second) { $problem = "does something else`n  line: $line`n  before: $first`n  after: $second" }
    }
    if ($problem) { [Console]::Out.WriteLine((ConvertTo-Json -Compress @{ name = $name; problem = $problem })) }
}
[Console]::Out.WriteLine((ConvertTo-Json -Compress @{ compared = $compared; run = $ran }))
