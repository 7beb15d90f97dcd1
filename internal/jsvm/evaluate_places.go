// This file finds where in the bundle something happens: from stack frames to offsets, and from
// offsets to source files.

package jsvm

import (
	"sort"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/sourcemap"
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

// isUserSource tells a project's own files from packages and from what the bundler made up, whose
// names hold a colon.
func isUserSource(source string) bool {
	return !strings.Contains(source, packagesFolder) && !strings.Contains(source, ":")
}

func newPlaces(shard int, script string, s Shard) (*places, error) {
	p := &places{shard: int32(shard), script: script, lines: lineStarts(s.Code)}
	regions, err := sourcemap.Regions(s.Map)
	if err != nil {
		return nil, err
	}
	for _, r := range regions {
		p.regions = append(p.regions, region{
			offset: p.lines[min(int(r.Line), len(p.lines)-1)] + int(r.Column), source: r.Source, user: isUserSource(r.Source),
		})
	}
	return p, nil
}

func lineStarts(code string) []int {
	starts := make([]int, 1, strings.Count(code, "\n")+2)
	for at := 0; ; {
		i := strings.IndexByte(code[at:], '\n')
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
				place.mark.Offset = int32(calleeName(place.node))
			}
		}
		if name := frames[i].FuncName(); place.file != "" && name == in.source {
			place.module = name
			break
		}
	}
	return place
}
