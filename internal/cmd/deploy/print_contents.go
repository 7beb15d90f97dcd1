package deploy

import (
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/contents"
)

// maxAttributes is the number of attributes that are printed of one change. --json has all.
const maxAttributes = 12

// contents prints why and how something changes, and its size.
func (p *planPrinter) contents(c *contents.Contents) {
	for _, why := range c.Why {
		fmt.Fprintln(p.out, p.Wrap(detail, "because "+cli.OneLine(why)))
	}
	for i, a := range c.Attributes {
		if i == maxAttributes {
			rest := cli.Count(len(c.Attributes)-i, "more changed value")
			fmt.Fprintln(p.out, detail+p.Paint(cli.Quiet, "and "+rest+", which --json lists"))
			break
		}
		p.attribute(a)
	}
	if text := sizeText(c.Size); text != "" {
		fmt.Fprintln(p.out, p.Paint(cli.Quiet, p.Wrap(detail, text)))
	}
}

const arrow = " → "

// attribute prints the old and the new value on one line. Long values are cut, and stand below a long name.
func (p *planPrinter) attribute(a contents.Attribute) {
	old, now := valueText(a.Old), valueText(a.New)
	whole := p.Columns(len(detail))
	name := cli.CutStart(cli.OneLine(a.Name), whole-len(":"))
	lead := name + ": "
	wanted := cli.Columns(old + arrow + now)
	if cli.Columns(lead)+wanted > whole && cli.Columns(lead) > whole/2 {
		fmt.Fprintln(p.out, detail+name+":")
		lead = "  "
	}
	old, now = fit(old, now, whole-cli.Columns(lead+arrow))
	fmt.Fprintln(p.out, detail+lead+p.Paint(cli.Removed, old)+arrow+p.Paint(cli.Added, now))
}

// fit cuts the longer one of two texts, or both, so that they take a number of columns.
func fit(a, b string, columns int) (string, string) {
	half := columns / 2
	switch wideA, wideB := cli.Columns(a), cli.Columns(b); {
	case wideA+wideB <= columns:
		return a, b
	case wideA <= half:
		return a, cli.Cut(b, columns-wideA)
	case wideB <= half:
		return cli.Cut(a, columns-wideB), b
	}
	return cli.Cut(a, half), cli.Cut(b, half)
}

// valueText returns a value of an attribute on one line.
func valueText(value json.RawMessage) string {
	if value == nil {
		return "(none)"
	}
	return cli.OneLine(string(value))
}

// sizeText returns the sizes before and after; "" for an unknown size.
func sizeText(s *contents.SizeChange) string {
	switch {
	case s == nil || s.Before == nil && s.After == nil:
		return ""
	case s.Before == nil:
		return "size: " + bytesText(s.After.Bytes) + gzipText("", s.After.GzipBytes)
	case s.After == nil:
		return "size: " + bytesText(s.Before.Bytes) + " before"
	}
	gzip := ""
	if s.After.GzipBytes > 0 {
		gzip = gzipText(bytesText(s.Before.GzipBytes)+arrow, s.After.GzipBytes)
	}
	return "size: " + bytesText(s.Before.Bytes) + arrow + bytesText(s.After.Bytes) + gzip
}

func gzipText(before string, after int) string {
	if after == 0 {
		return ""
	}
	return ", compressed " + before + bytesText(after)
}

// bytesText returns a number of bytes: "999 B", "12.3 kB", "1.2 MB".
func bytesText(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
}
