package disposable

import (
	"encoding/binary"
	"os"
)

// reports is a file in memory that a child and its parent share. The child overwrites its records, and the parent reads
// them when the child has ended: so a report costs one system call, and wakes no process. A pipe costs a tenth of the
// time of a check, because the parent has to read it.
type reports struct{ file *os.File }

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

// maxExchange is the size of a request or a response, in bytes. The largest are a thousand scripts with source maps.
const maxExchange = 512 << 20

const (
	// recordSize is the size of a record, in bytes: the longest path, and its length.
	recordSize = 4096 + 2
	// maxWorkers is how many workers can report.
	maxWorkers = 64
)

// write replaces a record. It cannot fail: the file is in memory.
func (r *reports) write(record int, text string) {
	text = text[:min(len(text), recordSize-2)]
	line := make([]byte, 2, 2+len(text))
	binary.LittleEndian.PutUint16(line, uint16(len(text)))
	_, _ = r.file.WriteAt(append(line, text...), int64(record)*recordSize)
}

// read returns a record, "" if there is none.
func (r *reports) read(record int) string {
	line := make([]byte, recordSize)
	n, _ := r.file.ReadAt(line, int64(record)*recordSize)
	if n < 2 {
		return ""
	}
	length := int(binary.LittleEndian.Uint16(line))
	return string(line[2:min(2+length, n)])
}
