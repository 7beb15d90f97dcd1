package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bar is one step of a plot. Bad is the part of Value that is a problem.
type Bar struct{ Value, Bad float64 }

// Plot dimensions: the height in lines, and the margin left of the bars in columns.
const (
	plotHeight = 8
	plotMargin = 9
)

// eighths are the characters that fill a cell from below, in eighths.
var eighths = []rune(" ▁▂▃▄▅▆▇█")

// Plot draws bars to Out. Bars with a bad part are red and marked below the axis. from and to label the time axis.
func (e *Env) Plot(title string, bars []Bar, from, to string) error {
	bars = narrowed(bars, max(e.Width-plotMargin-1, 10))
	highest := 0.0
	for _, b := range bars {
		highest = max(highest, b.Value)
	}
	p := newPalette(e.color(e.OutTTY))
	var out strings.Builder
	fmt.Fprintln(&out, p.paint(bold, title))
	for line := plotHeight - 1; line >= 0; line-- {
		label := ""
		switch line {
		case plotHeight - 1:
			label = fmt.Sprintf("%.4g", highest)
		case 0:
			label = "0"
		}
		fmt.Fprintf(&out, "%*s %s", plotMargin-2, label, p.paint(faint, "│"))
		out.WriteString(cells(p, bars, highest, line) + "\n")
	}
	out.WriteString(axis(p, bars, from, to))
	_, err := e.Out.Write([]byte(trimLines(out.String())))
	return err
}

// cells returns one line of the bars. It styles neighbors of the same color together.
func cells(p palette, bars []Bar, highest float64, line int) string {
	var all, same strings.Builder
	bad := false
	flush := func() {
		style := cyan
		if bad {
			style = boldRed
		}
		all.WriteString(p.paint(style, same.String()))
		same.Reset()
	}
	for _, b := range bars {
		if b.Bad > 0 != bad {
			flush()
			bad = b.Bad > 0
		}
		same.WriteRune(cellOf(b.Value, highest, line))
	}
	flush()
	return all.String()
}

// cellOf returns the character of a bar on a line, counted from below.
func cellOf(value, highest float64, line int) rune {
	if highest == 0 {
		return ' '
	}
	filled := value/highest*plotHeight - float64(line)
	if line == 0 && value > 0 {
		filled = max(filled, 1.0/8) // make small values visible
	}
	return eighths[int(min(max(filled, 0), 1)*8)]
}

// axis returns the time axis with the marks of bad steps.
func axis(p palette, bars []Bar, from, to string) string {
	margin := strings.Repeat(" ", plotMargin-1)
	marks, bad := make([]rune, len(bars)), false
	for i, b := range bars {
		marks[i] = ' '
		if b.Bad > 0 {
			marks[i], bad = '×', true
		}
	}
	text := ""
	if bad {
		text = margin + " " + p.paint(boldRed, string(marks)) + "\n"
	}
	gap := max(len(bars)-utf8.RuneCountInString(from)-utf8.RuneCountInString(to), 1)
	return text + margin + p.paint(faint, "└"+strings.Repeat("─", len(bars))) + "\n" +
		margin + " " + p.paint(faint, from+strings.Repeat(" ", gap)+to) + "\n"
}

// narrowed averages neighbors until at most width bars remain.
func narrowed(bars []Bar, width int) []Bar {
	each := (len(bars) + width - 1) / width
	if each <= 1 {
		return bars
	}
	var joined []Bar
	for i := 0; i < len(bars); i += each {
		var sum Bar
		group := bars[i:min(i+each, len(bars))]
		for _, b := range group {
			sum.Value += b.Value
			sum.Bad += b.Bad
		}
		joined = append(joined, Bar{sum.Value / float64(len(group)), sum.Bad / float64(len(group))})
	}
	return joined
}

func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
