// This file answers the control path: how tests and tools in other processes set faults and read what was spent.

package crmsim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// ControlPath is what the control path begins with. No path of the platform does.
const ControlPath = "/_crmsim/"

// controls are what is answered there.
//
//	GET    /_crmsim/faults  the faults, each with how often it has struck
//	POST   /_crmsim/faults  adds a Fault, or a list of them
//	DELETE /_crmsim/faults  ends them all
//	GET    /_crmsim/usage   what each account has spent
var controls = map[string]func(*Sim, []byte) (int, any){
	"GET faults": (*Sim).showFaults, "POST faults": (*Sim).postFaults, "DELETE faults": (*Sim).deleteFaults,
	"GET usage": (*Sim).showUsage,
}

func isControl(path string) bool { return strings.HasPrefix(path, ControlPath) }

func (s *Sim) control(method, path string, body []byte) reply {
	run := controls[method+" "+strings.TrimPrefix(path, ControlPath)]
	if run == nil {
		run = func(*Sim, []byte) (int, any) {
			return wrong(http.StatusNotFound, fmt.Errorf(
				"%s %s is no control: there are GET, POST, DELETE %sfaults and GET %susage", method, path, ControlPath, ControlPath,
			))
		}
	}
	c := &call{header: http.Header{}}
	status, answer := run(s, body)
	return reply{status, c.header, c.encode(answer)}
}

func wrong(status int, err error) (int, any) { return status, map[string]string{"error": err.Error()} }

// faultView is a fault and how often it has struck.
type faultView struct {
	Fault
	Strikes int `json:"strikes"`
}

func (s *Sim) showFaults([]byte) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	views := []faultView{}
	for _, f := range s.faults {
		views = append(views, faultView{f.Fault, f.strikes})
	}
	return http.StatusOK, views
}

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
		err = fmt.Errorf("there is more text after the faults")
	}
	if err == nil {
		err = s.AddFaults(faults...)
	}
	if err != nil {
		return wrong(http.StatusBadRequest, err)
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
