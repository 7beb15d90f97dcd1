package sourcemap

import (
	"errors"
	"fmt"
	"math"
)

var (
	errTruncated = errors.New("invalid source map mappings: they end within a number")
	errTooLarge  = errors.New("invalid source map mappings: a number is too large")
)

// sextets maps a base64 digit to its value, other bytes to 0xff.
var sextets = func() (table [256]byte) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range table {
		table[i] = 0xff
	}
	for i := range len(digits) {
		table[digits[i]] = byte(i)
	}
	return table
}()

// maxSegmentFields is the number of fields of a full segment: column, source, line, column, name.
const maxSegmentFields = 5

// decoder reads the mappings: base64 VLQ numbers, each relative to the one before.
type decoder struct {
	text string
	pos  int
}

// number reads one VLQ number: five bits per digit, lowest first. The lowest bit is the sign.
func (d *decoder) number() (int64, error) {
	if d.pos < len(d.text) {
		if digit := sextets[d.text[d.pos]]; digit < 32 { // most numbers have one digit
			d.pos++
			return signed(int64(digit)), nil
		}
	}
	var value int64
	for shift := 0; ; shift += 5 {
		if d.pos >= len(d.text) {
			return 0, errTruncated
		}
		digit := sextets[d.text[d.pos]]
		if digit == 0xff {
			return 0, fmt.Errorf("invalid source map mappings: %q at %d is not a base64 digit", d.text[d.pos], d.pos)
		}
		d.pos++
		if shift > 30 {
			return 0, errTooLarge
		}
		value |= int64(digit&31) << shift
		if digit&32 == 0 {
			break
		}
	}
	return signed(value), nil
}

func signed(value int64) int64 {
	if value&1 != 0 {
		return -(value >> 1)
	}
	return value >> 1
}

// fields reads the numbers of one segment.
func (d *decoder) fields(out *[maxSegmentFields]int64) (int, error) {
	n := 0
	for d.pos < len(d.text) && d.text[d.pos] != ',' && d.text[d.pos] != ';' {
		if n == maxSegmentFields {
			return 0, fmt.Errorf("invalid source map segment at %d: expected at most %d fields", d.pos, maxSegmentFields)
		}
		value, err := d.number()
		if err != nil {
			return 0, err
		}
		out[n] = value
		n++
	}
	if n == 2 || n == 3 {
		return 0, fmt.Errorf("invalid source map segment before %d: expected 1, 4 or 5 fields, got %d", d.pos, n)
	}
	return n, nil
}

// decode calls yield for each segment, in order.
func decode(mappings string, sources int, yield func(segment)) error {
	d := decoder{text: mappings}
	var line, column, source, sourceLine, sourceColumn int64
	var field [maxSegmentFields]int64
	for d.pos < len(d.text) {
		switch d.text[d.pos] {
		case ';':
			d.pos++
			line++
			column = 0
			continue
		case ',':
			d.pos++
			continue
		}
		n, err := d.fields(&field)
		if err != nil {
			return err
		}
		column += field[0]
		if n > 1 {
			source, sourceLine, sourceColumn = source+field[1], sourceLine+field[2], sourceColumn+field[3]
		}
		if !inRange(column) || !inRange(sourceLine) || !inRange(sourceColumn) || !inRange(line) {
			return errTooLarge
		}
		if n > 1 && (source < 0 || source >= int64(sources)) {
			return fmt.Errorf("invalid source map segment before %d: it names source %d of %d", d.pos, source, sources)
		}
		s := segment{Line: int32(line), Column: int32(column), Source: -1}
		if n > 1 {
			s.Source, s.SourceLine, s.SourceColumn = int32(source), int32(sourceLine), int32(sourceColumn)
		}
		yield(s)
	}
	return nil
}

func inRange(n int64) bool { return n >= 0 && n <= math.MaxInt32 }
