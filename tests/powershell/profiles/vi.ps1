# Lines are edited as in vi, and predictions are shown.
Set-PSReadLineOption -EditMode Vi -ViModeIndicator Cursor -PredictionSource History -PredictionViewStyle ListView
