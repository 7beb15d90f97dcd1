package disposable

// Records of a child. Those from recordWorker on are the files that its workers work on. Those from recordSurvey on are
// the files that its survey blames: the cause, a space and the file.
const (
	recordCommitted = iota // not empty if no other process may repeat what it does
	recordCause            // why another process must go on, "" while none must
	recordBlamed           // the file that it must leave out, "" for the one that this process works on
	recordExamined         // the file that its survey examines, or has to examine next, "" at the end
	recordSurveyed         // not empty if its survey is over
	recordWorker
	recordSurvey = recordWorker + maxWorkers
)

// maxWorkers is how many workers can report.
const maxWorkers = 64
