// This file finds where in the bundle something happens: from stack frames to offsets, and from
// offsets to source files.

package evaluate

import (
	"bytes"
	"sort"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
)

// region is a stretch of the bundle that comes from one source file.
type region struct {
	offset int
	source string
	user   bool // a file of the project, not of a package and not of the SDK
}

// places belongs to one shard; it is read-only once made.
type places struct {
	shard   int32
	script  string // the script's name in stack frames
	lines   []int  // the offset at which each line begins
	regions []region
	calls   *provenance
}

// packagesFolder marks source files that belong to installed packages.
const packagesFolder = "node_modules/"

// isUserSource tells a project's own files from packages and from what the bundler made up
// ("svc-sdk:…", "<define:…>").
func isUserSource(source string) bool {
	madeUp := strings.HasPrefix(source, "<") || strings.HasPrefix(source, "(disabled)") ||
		strings.HasPrefix(source, "svc-") && strings.Contains(source, ":")
	return !madeUp && !strings.Contains(source, packagesFolder)
}

func newPlaces(shard int, script string, code []byte) *places {
	return &places{shard: int32(shard), script: script, lines: lineStarts(code)}
}

// readRegions finds which statement comes from which file. esbuild writes the file's name in a
// comment above its first statement, and nothing else between statements, so that no text of the
// user's can be taken for one.
func (p *places) readRegions(code []byte, body []ast.Statement) {
	end := 0
	current := region{}
	for _, statement := range body {
		start := int(statement.Idx0()) - 1
		if start < end || start > len(code) {
			continue
		}
		if source, found := lastComment(code[end:start]); found && source != current.source {
			current = region{offset: start, source: source, user: isUserSource(source)}
			p.regions = append(p.regions, current)
		}
		end = int(statement.Idx1()) - 1
	}
}

// lastComment is the text of the last `// …` line.
func lastComment(gap []byte) (string, bool) {
	i := bytes.LastIndex(gap, []byte("// "))
	if i < 0 {
		return "", false
	}
	line, _, _ := bytes.Cut(gap[i+len("// "):], []byte("\n"))
	return string(line), true
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

// regionAt is the region of an offset; the zero region when it comes from no source.
func (p *places) regionAt(offset int) region {
	i := sort.Search(len(p.regions), func(i int) bool { return p.regions[i].offset > offset }) - 1
	if i < 0 {
		return region{}
	}
	return p.regions[i]
}

// offsetOf turns the position of a frame into an offset; -1 when the frame is in another script.
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

// callPlace is where a call stands.
type callPlace struct {
	mark   declared.Mark
	file   string
	module string
	node   *ast.CallExpression
	shard  int32
}

// argument is where the i-th argument stands, else the call.
func (c callPlace) argument(i int) declared.Mark {
	if c.node == nil || i >= len(c.node.ArgumentList) {
		return c.mark
	}
	for _, argument := range c.node.ArgumentList[:i+1] {
		if _, isSpread := argument.(*ast.SpreadElement); isSpread {
			return declared.Mark{Shard: c.shard, Offset: int32(argument.Idx0())}
		}
	}
	return declared.Mark{Shard: c.shard, Offset: int32(c.node.ArgumentList[i].Idx0())}
}

// callerDepth is how many frames are looked at for the user's call: the SDK's own are few.
const callerDepth = 48

// caller finds the user's call that led to the running host function: the innermost frame in a file
// of the project.
func (p *places) caller(rt *goja.Runtime) callPlace {
	place := callPlace{shard: p.shard}
	frames := rt.CaptureCallStack(callerDepth, make([]goja.StackFrame, 0, 16))
	for i := range frames {
		offset := p.offsetOf(&frames[i])
		if offset < 0 {
			continue // the SDK, or the engine
		}
		in := p.regionAt(offset)
		if place.file == "" && in.user {
			place.file = in.source
			place.mark = declared.Mark{Shard: p.shard, Offset: int32(offset) + 1}
			if place.node = p.calls.callAt(offset); place.node != nil {
				place.mark.Offset = int32(calleeName(place.node.Callee))
			}
		}
		if name := frames[i].FuncName(); place.file != "" && name == in.source {
			place.module = name
			break
		}
	}
	return place
}
