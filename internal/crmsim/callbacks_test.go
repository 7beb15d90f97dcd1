package crmsim_test

import (
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const callback = "/automation/v4/actions/callbacks/ap-102670506-56776413549-7-0/complete"

func TestCallbackCompletionIsChecked(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{}), []simtest.Exchange{
		{"POST", callback, `{"outputFields":{"crm_execution_state":"SUCCESS","sum":"3"}}`, 204, ""},
		{
			"POST", "/automation/actions/callbacks/2026-09/ap-1/complete",
			`{"outputFields":{"crm_execution_state":"BLOCK"},"typedOutputs":{}}`, 204, "",
		},
		{
			"POST", "/automation/v4/actions/callbacks/complete",
			`{"inputs":[{"callbackId":"a","outputFields":{},"typedOutputs":{}},{"callbackId":"b","outputFields":{"crm_execution_state":"FAIL_CONTINUE"},"typedOutputs":{}}]}`,
			204, "",
		},
		{"POST", callback, `{"outputFields":{"sum":3}}`, 400, `...the output field 'sum' must be a string`},
		{"POST", callback, `{"outputFields":{"sum":null}}`, 400, `...must be a string`},
		{"POST", callback, `{"outputFields":{"crm_execution_state":"DONE"}}`, 400, `...Invalid execution state 'DONE'`},
		{"POST", callback, `{}`, 400, `...'outputFields' is missing`},
		{"POST", callback, `{`, 400, `...`},
		{"POST", "/automation/v4/actions/callbacks/complete", `{"inputs":[]}`, 400, `...1 to 100 entries`},
		{
			"POST", "/automation/v4/actions/callbacks/complete", `{"inputs":[{"outputFields":{}}]}`, 400,
			`...'callbackId' is missing`,
		},
		{
			"POST", "/automation/v4/actions/callbacks/complete", `{"inputs":[{"callbackId":"a","typedOutputs":{}}]}`, 400,
			`...'outputFields' is missing`,
		},
		{
			"POST", "/automation/v4/actions/callbacks/complete", `{"inputs":[{"callbackId":"a","outputFields":{}}]}`, 400,
			`...'typedOutputs' is missing`,
		},
		{"GET", callback, "", 405, `...`},
	})
}

func TestExecutionStateHasTheVendorPrefix(t *testing.T) {
	simtest.Check(t, simtest.New(t, crmsim.Options{PropertyPrefix: "hs_"}), []simtest.Exchange{
		{"POST", callback, `{"outputFields":{"hs_execution_state":"DONE"}}`, 400, `...Invalid execution state`},
		{"POST", callback, `{"outputFields":{"crm_execution_state":"DONE"}}`, 204, ""},
	})
}
