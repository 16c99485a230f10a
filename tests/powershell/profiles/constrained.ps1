# A language that calls no methods of .NET.
#: without read_line
$ExecutionContext.SessionState.LanguageMode = 'ConstrainedLanguage'
