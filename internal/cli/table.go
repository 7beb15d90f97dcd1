package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Table prints rows of equal length to Out. On a terminal it aligns them under the heads (nil for none). Otherwise it
// prints the rows only, separated by tabs.
func (e *Env) Table(heads []string, rows [][]string) error {
	var b strings.Builder
	if !e.OutTTY {
		for _, row := range rows {
			fmt.Fprintln(&b, strings.Join(clean(row), "\t"))
		}
		_, err := e.Out.Write([]byte(b.String()))
		return err
	}
	var wide []int
	for _, row := range append([][]string{heads}, rows...) {
		wide = append(wide, make([]int, max(0, len(row)-len(wide)))...)
		for i, cell := range clean(row) {
			wide[i] = max(wide[i], utf8.RuneCountInString(cell))
		}
	}
	if heads != nil {
		fmt.Fprintln(&b, newPalette(e.color(true)).paint(faint, strings.Join(aligned(heads, wide), "")))
	}
	for _, row := range rows {
		cells := aligned(clean(row), wide)
		fmt.Fprintln(&b, strings.TrimRight(e.OutPainter().hang(cells[0], cells[1]), " "))
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}

// clean makes cells safe to print on one line.
func clean(row []string) []string {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = OneLine(cell)
	}
	return cells
}

// aligned returns the cells of a row: those before the last one, padded to their widths, and the last one.
func aligned(row []string, wide []int) []string {
	if len(row) == 0 {
		return []string{"", ""}
	}
	var b strings.Builder
	for i, cell := range row[:len(row)-1] {
		b.WriteString(cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell)+2))
	}
	return []string{b.String(), row[len(row)-1]}
}
