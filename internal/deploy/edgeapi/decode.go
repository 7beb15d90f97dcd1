package edgeapi

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// envelope is the form of every response of the API.
type envelope struct {
	Success *bool           `json:"success"`
	Result  json.RawMessage `json:"result"`
	Errors  []struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Chain   []struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error_chain"`
		Meta struct {
			Details json.RawMessage `json:"details"`
		} `json:"meta"`
	} `json:"errors"`
	Info pageInfo `json:"result_info"`
}

type pageInfo struct {
	Page    int `json:"page"`
	PerPage int `json:"per_page"`
	Count   int `json:"count"`
	Total   int `json:"total_count"`
}

// decoder decodes one response.
type decoder struct {
	client   *apiclient.Client
	request  apiclient.Request
	response apiclient.Response
	now      time.Time
}

// decode reads the result into out (nil for none). A proxy may have answered in HTML.
func (d decoder) decode(out any) (pageInfo, error) {
	var e envelope
	isRedirect := d.response.Status >= http.StatusMultipleChoices && d.response.Status < http.StatusBadRequest
	if err := json.Unmarshal(d.response.Body, &e); err != nil || e.Success == nil || isRedirect {
		other := d.apiError("the response is not from the API: a proxy has answered")
		other.Foreign = d.response.IsForeign()
		return pageInfo{}, other
	}
	if d.response.Status >= http.StatusBadRequest || !*e.Success {
		return pageInfo{}, d.rejection(e)
	}
	if out == nil || string(e.Result) == "null" {
		return e.Info, nil
	}
	if len(e.Result) == 0 {
		// Else an incomplete response would be an empty list.
		return pageInfo{}, d.apiError("the response has no result")
	}
	if err := json.Unmarshal(e.Result, out); err != nil {
		return pageInfo{}, d.apiError("this version of svc does not know the form of the result")
	}
	return e.Info, nil
}

func (d decoder) apiError(message string) *Error {
	return &Error{
		Status: d.response.Status, Call: d.request.Name(), Message: message,
		RetryAfter: apiclient.RetryAfter(d.response.Header, d.now),
	}
}

// rejection returns the error that the envelope describes.
func (d decoder) rejection(e envelope) *Error {
	rejected := d.apiError("no reason given")
	redact := func(text string) string { return d.client.Redact(d.request, text) }
	add := func(text string) {
		if len(rejected.Details) < apiclient.MaxDetails {
			rejected.Details = append(rejected.Details, redact(text))
		}
	}
	for i, single := range e.Errors {
		if i == 0 {
			rejected.Code, rejected.Message = single.Code, redact(single.Message)
		} else {
			add(single.Message)
		}
		for _, link := range single.Chain {
			add(link.Message)
		}
		if len(single.Meta.Details) > 0 && string(single.Meta.Details) != "null" {
			add(string(single.Meta.Details))
		}
	}
	return rejected
}
