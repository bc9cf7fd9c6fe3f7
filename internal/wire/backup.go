package wire

// BackupInfo describes a copy.
type BackupInfo struct {
	Bytes int `json:"bytes"`
}

// BackupReadParams says which part.
type BackupReadParams struct {
	Offset int `json:"offset"`
	// Length is at most 8 MiB.
	Length int `json:"length"`
}

// Part is bytes in base64.
type Part struct {
	Data string `json:"data"`
}

// RestoreBeginParams tells how much will come.
type RestoreBeginParams struct {
	Bytes int `json:"bytes"`
}

// RestoreWriteParams is a part of a backup.
type RestoreWriteParams struct {
	Offset int `json:"offset"`
	// Data is at most 8 MiB in base64.
	Data string `json:"data"`
}

// RestoreMode says what becomes of the history that is there.
type RestoreMode string

const (
	// Merge adds what is missing and takes the newer of what differs.
	Merge RestoreMode = "merge"
	// Replace removes all that is there first.
	Replace RestoreMode = "replace"
)

// RestoreApplyParams says how to restore.
type RestoreApplyParams struct {
	Mode RestoreMode `json:"mode"`
}

// RestoreReport says what is in a backup and what restoring it does.
type RestoreReport struct {
	Sessions int `json:"sessions"`
	Messages int `json:"messages"`
	// NewSessions and NewMessages are not here yet.
	NewSessions int `json:"newSessions"`
	NewMessages int `json:"newMessages"`
	// ChangedSessions are here in another version.
	ChangedSessions int `json:"changedSessions"`
	// Verified is true if the backup has a checksum that holds.
	Verified bool `json:"verified"`
	// Problems are sentences about what was left out or repaired.
	Problems []string `json:"problems"`
}
