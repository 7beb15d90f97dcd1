package hostile

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// setups are the directives that create files.
var setups = map[string]func(p *project, dir string, args []string, fill *strings.Replacer) error{
	"link": func(_ *project, dir string, args []string, fill *strings.Replacer) error {
		return place(dir, args[0], func(path string) error { return os.Symlink(fill.Replace(args[1]), path) })
	},
	"fifo": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error { return syscall.Mkfifo(path, 0o644) })
	},
	"socket": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], socket)
	},
	"folder": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error { return os.Mkdir(path, 0o755) })
	},
	"sparse": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error {
			size, err := strconv.ParseInt(args[1], 10, 64)
			return errors.Join(err, os.WriteFile(path, nil, 0o644), os.Truncate(path, size))
		})
	},
	"bytes": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error {
			bytes, err := hex.DecodeString(strings.Join(args[1:], ""))
			return errors.Join(err, os.WriteFile(path, bytes, 0o644))
		})
	},
	"repeat": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error {
			n, err := strconv.Atoi(args[1])
			text := strings.Trim(strings.Join(args[2:], " "), `"`)
			return errors.Join(err, os.WriteFile(path, []byte(strings.Repeat(text, n)), 0o644))
		})
	},
	"nest": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error {
			n, err := strconv.Atoi(args[1])
			text := "export const x = " + strings.Repeat(args[2], n) + args[3] + strings.Repeat(args[4], n) + ";\n"
			return errors.Join(err, os.WriteFile(path, []byte(text), 0o644))
		})
	},
	"many": func(p *project, dir string, args []string, _ *strings.Replacer) error {
		n, err := strconv.Atoi(args[0])
		for i := range n {
			number := strings.NewReplacer("%d", strconv.Itoa(i))
			err = errors.Join(err, writeFile(filepath.Join(dir, number.Replace(args[1])), number.Replace(p.files["template"])))
		}
		return err
	},
	"series": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		return place(dir, args[0], func(path string) error {
			n, err := strconv.Atoi(args[1])
			escapes := strings.NewReplacer(`\n`, "\n", `\q`, "'")
			each := escapes.Replace(args[3])
			var text strings.Builder
			text.WriteString(escapes.Replace(args[2]))
			for i := range n {
				text.WriteString(strings.NewReplacer("%d", strconv.Itoa(i), "%e", strconv.Itoa(i+1)).Replace(each))
			}
			text.WriteString(escapes.Replace(args[4]))
			return errors.Join(err, os.WriteFile(path, []byte(text.String()), 0o644))
		})
	},
	"stars": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		n, err := strconv.Atoi(args[0])
		for i := range n {
			text := fmt.Sprintf("export * from './s%d';\nexport * from './t%d';\nexport const x%d = 1;\n", i+1, i+1, i)
			err = errors.Join(err, writeFile(filepath.Join(dir, fmt.Sprintf("src/stars/s%d.ts", i)), text),
				writeFile(filepath.Join(dir, fmt.Sprintf("src/stars/t%d.ts", i)), text))
		}
		end := "export const last = 1;\n"
		return errors.Join(err, writeFile(filepath.Join(dir, fmt.Sprintf("src/stars/s%d.ts", n)), end),
			writeFile(filepath.Join(dir, fmt.Sprintf("src/stars/t%d.ts", n)), end))
	},
	"escape-name": func(_ *project, dir string, args []string, _ *strings.Replacer) error {
		name := "a\x1b]0;owned\a\x1b[31m\n::error::b.ts"
		return writeFile(filepath.Join(dir, args[0], name), "throw new Error('x');\n")
	},
}

// socket creates a Unix socket. The length of its address is limited, so it is created by a short name.
func socket(path string) error {
	short, err := os.MkdirTemp("", "s")
	if err != nil {
		return err
	}
	defer os.RemoveAll(short)
	address := filepath.Join(short, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: address, Net: "unix"})
	if err != nil {
		return err
	}
	listener.SetUnlinkOnClose(false)
	return errors.Join(listener.Close(), os.Rename(address, path))
}

// place removes what is at a path of the project, and creates something else there.
func place(dir, name string, create func(path string) error) error {
	path := filepath.Join(dir, name)
	if err := errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Dir(path), 0o755)); err != nil {
		return err
	}
	return create(path)
}
