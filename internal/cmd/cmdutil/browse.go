package cmdutil

import (
	"os/exec"
	"runtime"
	"time"
)

// browseWait is the time limit for a browser to fail.
const browseWait = 2 * time.Second

// Browse opens a page in the browser. A process that still runs after browseWait is a browser.
func Browse(url string) error {
	ended, err := StartBrowser(url)
	if err != nil {
		return err
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(browseWait):
		return nil
	}
}

// StartBrowser starts the program that opens a page in the browser. Its end is sent to a channel. The URL is one
// argument, not part of a shell command.
func StartBrowser(url string) (ended <-chan error, err error) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		return nil, err
	}
	end := make(chan error, 1)
	go func() { end <- command.Wait() }()
	return end, nil
}
