package evaluate

import (
	"bytes"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/evaluate/provenance"
	"github.com/appsvc/svc/internal/evaluate/region"
)

// places maps stack frames to offsets in a shard, and offsets to source files. It is read-only once it has regions.
type places struct {
	shard   int32
	script  string // the script's name in stack frames
	lines   []int  // offsets of the lines
	regions region.List
	calls   *provenance.Objects
}

func newPlaces(shard int, script string, code []byte) *places {
	return &places{shard: int32(shard), script: script, lines: lineStarts(code)}
}

func lineStarts(code []byte) []int {
	starts := make([]int, 1, bytes.Count(code, []byte("\n"))+2)
	for at := 0; ; {
		i := bytes.IndexByte(code[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, at)
	}
}

// offsetOf converts the position of a frame to an offset, -1 for a frame of another script.
func (p *places) offsetOf(frame *goja.StackFrame) int {
	if frame.SrcName() != p.script {
		return -1
	}
	at := frame.Position()
	if at.Line < 1 || at.Line > len(p.lines) {
		return -1
	}
	return p.lines[at.Line-1] + at.Column - 1
}
