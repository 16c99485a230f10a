# A language that calls no methods of .NET.
#: without read_line
#: without full
$ExecutionContext.SessionState.LanguageMode = 'ConstrainedLanguage'
