package cli

import "os"

// readKeys returns the keys that are pressed on a terminal, without waiting for a line and without echo. Signals such
// as that of Ctrl-C stay. restore ends that, and must be called. In the background, where reading would suspend the
// process, it fails.
func readKeys(terminal *os.File) (keys <-chan byte, restore func(), err error) {
	restore, err = unbuffered(terminal)
	if err != nil {
		return nil, nil, err
	}
	pressed := make(chan byte)
	go func() {
		defer close(pressed)
		one := make([]byte, 1)
		for {
			if _, err := terminal.Read(one); err != nil {
				return
			}
			pressed <- one[0]
		}
	}()
	return pressed, restore, nil
}
