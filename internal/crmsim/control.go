package crmsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/reason"
)

// ControlPath begins the paths of the control routes, with which tests and other processes set faults and read usage.
// No path of the platform begins with it.
const ControlPath = "/_crmsim/"

// controls are the control routes.
//
//	GET    /_crmsim/faults  the faults, each with the number of requests that it hit
//	POST   /_crmsim/faults  adds a Fault, or a list of them
//	DELETE /_crmsim/faults  removes all faults
//	GET    /_crmsim/usage   the usage of each account
var controls = map[string]func(*Sim, []byte) (int, any){
	"GET faults":    (*Sim).showFaults,
	"POST faults":   (*Sim).postFaults,
	"DELETE faults": (*Sim).deleteFaults,
	"GET usage":     (*Sim).showUsage,
}

func isControl(path string) bool { return strings.HasPrefix(path, ControlPath) }

func (s *Sim) control(method, path string, body []byte) response {
	run := controls[method+" "+strings.TrimPrefix(path, ControlPath)]
	if run == nil {
		run = func(*Sim, []byte) (int, any) {
			return controlError(http.StatusNotFound, fmt.Errorf(
				"unknown control route %s %s: expected GET, POST or DELETE %sfaults, or GET %susage",
				method, path, ControlPath, ControlPath,
			))
		}
	}
	header := http.Header{}
	status, answer := run(s, body)
	return response{status, header, encode(header, answer)}
}

func controlError(status int, err error) (int, any) {
	return status, map[string]string{"error": reason.Of(err)}
}

func (s *Sim) showFaults([]byte) (int, any) { return http.StatusOK, s.Faults() }

func (s *Sim) postFaults(body []byte) (int, any) {
	list := bytes.TrimSpace(body)
	if !bytes.HasPrefix(list, []byte("[")) {
		list = []byte("[" + string(list) + "]")
	}
	var faults []Fault
	decoder := json.NewDecoder(bytes.NewReader(list))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&faults)
	if _, more := decoder.Token(); err == nil && more != io.EOF {
		err = errors.New("invalid faults: unexpected text after the JSON value")
	}
	if err == nil {
		err = s.AddFaults(faults...)
	}
	if err != nil {
		return controlError(http.StatusBadRequest, err)
	}
	return s.showFaults(nil)
}

func (s *Sim) deleteFaults([]byte) (int, any) {
	s.ClearFaults()
	return http.StatusNoContent, nil
}

func (s *Sim) showUsage([]byte) (int, any) {
	accounts := map[string]Usage{}
	for portal, used := range s.Usage() {
		accounts[strconv.FormatInt(portal, 10)] = used
	}
	return http.StatusOK, accounts
}
