package diagnose

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func diagnosed(t *testing.T, text string) Diagnosis {
	t.Helper()
	a, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("Read(%q): %v", text, err)
	}
	return Diagnose(a, noon)
}

// Each sentence of the spec about 429s, and the fallbacks if parts of a response are missing.
func TestDiagnoseUsesTheStrongestEvidence(t *testing.T) {
	const head = "HTTP/1.1 429 Too Many Requests\r\n"
	for _, c := range []struct {
		sentence, text string
		limit          Limit
	}{
		{"policyName is TEN_SECONDLY_ROLLING for burst", `{"policyName":"TEN_SECONDLY_ROLLING"}`, Burst},
		{"policyName is DAILY for daily exhaustion", `{"policyName":"DAILY"}`, Daily},
		{"SECONDLY is searches", `{"policyName":"SECONDLY","errorType":"RATE_LIMIT"}`, Search},
		{"the policy wins over a small Retry-After", head + "Retry-After: 3\r\n\r\n{\"policyName\":\"DAILY\"}", Daily},
		{
			"the policy wins over a long Retry-After",
			head + "Retry-After: 9000\r\n\r\n{\"policyName\":\"TEN_SECONDLY_ROLLING\"}", Burst,
		},
		{"a small Retry-After means burst exhaustion", head + "Retry-After: 4\r\n", Burst},
		{"hours means daily exhaustion", head + "Retry-After: 18000\r\n", Daily},
		{"minutes are ambiguous", head + "Retry-After: 900\r\n", Unknown},
		{"a date is a Retry-After too", head + "Retry-After: Sat, 21 Nov 2026 17:00:00 GMT\r\n", Daily},
		{
			"a date is read against the answer's clock",
			head + "Date: Sat, 21 Nov 2026 16:59:55 GMT\r\nRetry-After: Sat, 21 Nov 2026 17:00:00 GMT\r\n", Burst,
		},
		{
			"Daily-Remaining of 0 means the daily limit",
			head + "X-Crm-RateLimit-Daily-Remaining: 0\r\nX-Crm-RateLimit-Remaining: 12\r\n", Daily,
		},
		{"Remaining of 0 means the burst", head + "x-crm-ratelimit-remaining: 0\r\n", Burst},
		{
			"the lower of Remaining and Secondly-Remaining counts",
			head + "X-Crm-RateLimit-Remaining: 9\r\nX-Crm-RateLimit-Secondly-Remaining: 0\r\n", Burst,
		},
		{"headers of any vendor", head + "X-HubSpot-RateLimit-Daily-Remaining: 0\r\n", Daily},
		{
			"the message names the daily limit", `{"errorType":"RATE_LIMIT","message":"You have reached your daily limit."}`,
			Daily,
		},
		{
			"the message names the secondly limit",
			`{"errorType":"RATE_LIMIT","message":"You have reached your secondly limit."}`, Search,
		},
		{
			"the message names the burst",
			`{"category":"RATE_LIMITS","message":"You have reached your ten_secondly_rolling limit."}`, Burst,
		},
		{
			"searches have a separate limit",
			`{"status":429,"path":"/crm/v3/objects/contacts/search","headers":{"retry-after":"1"}}`, Search,
		},
		{
			"a search counts against the daily limit too",
			`{"status":429,"path":"/crm/v3/objects/contacts/search","headers":{"retry-after":"20000"}}`, Daily,
		},
		{"a 429 without details is unknown", head + "\r\n", Unknown},
		{"an unknown policy is unknown", head + "\r\n{\"policyName\":\"WEEKLY\"}", Unknown},
		{"a success with no calls left in the window", "HTTP/2 200\nX-Crm-RateLimit-Remaining: 0\n", Burst},
		{
			"a success with no calls left in the day",
			"HTTP/2 200\nX-Crm-RateLimit-Remaining: 8\nX-Crm-RateLimit-Daily-Remaining: 0\n", Daily,
		},
		{"a success is not a limit", "HTTP/2 200\nX-Crm-RateLimit-Remaining: 8\n", None},
		{
			"another error is not a limit",
			`{"status":"error","category":"VALIDATION_ERROR","message":"Property values were not valid"}`, None,
		},
		{"a migrating account is not a limit", "HTTP/1.1 477 Migration\nRetry-After: 7200\n", None},
		{
			"an exhausted budget with a short retry time means the burst",
			`{"ok":false,"message":"CRM rate limit budget exhausted; retry after 12s.","retryAfterSeconds":12}`, Burst,
		},
		{
			"an exhausted budget with hours means the daily limit",
			`{"ok":false,"message":"CRM rate limit budget exhausted; retry after 20000s."}`, Daily,
		},
		{
			"a workflow action has its budget in the output",
			`{"outputFields":{"retryAfterSeconds":"30","crm_execution_state":"FAIL_CONTINUE"}}`, Burst,
		},
		{
			"a log line with the message is enough", "error CRM rate limit budget exhausted; retry after 20000s. at handler",
			Daily,
		},
		{
			"a handler that asks for a retry is not a limit",
			"HTTP/1.1 429 Too Many Requests\nRetry-After: 5\n\n{\"ok\":false,\"error\":\"retry_later\",\"message\":\"busy\"}",
			None,
		},
		{
			"the metric of a 429",
			`{"message":"crm_ratelimit_429_total","fields":{"status":429,"endpointFamily":"search","path":"/x","retryAfterSeconds":1}}`,
			Search,
		},
		{
			"the metric of an exhausted budget",
			`{"message":"crm_ratelimit_backpressure_total","fields":{"endpointFamily":"general","retryAfterSeconds":18000}}`,
			Daily,
		},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			d := diagnosed(t, c.text)
			if d.Limit != c.limit {
				t.Errorf("limit %s, want %s; evidence %q", d.Limit, c.limit, d.Evidence)
			}
			if len(d.Todo) == 0 || d.Title == "" || (c.limit != None && len(d.Evidence) == 0) {
				t.Errorf("incomplete: %+v", d)
			}
		})
	}
}

func TestRuntimeWaitsForTheBurstAndHoldsThePortalForADay(t *testing.T) {
	burst := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 4\nDate: Sat, 21 Nov 2026 11:00:00 GMT\n")
	if *burst.RetryAfterSeconds != 4 || !burst.EndsAt.Equal(noon.Add(-time.Hour+4*time.Second)) || burst.Ends != "in 4 s" {
		t.Errorf("burst: %+v", burst)
	}
	if !strings.Contains(burst.Runtime, "holds the portal for 4 s and waits") {
		t.Errorf("burst, runtime: %s", burst.Runtime)
	}
	daily := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 18720\n\n{\"policyName\":\"DAILY\"}")
	if !strings.Contains(daily.Runtime, "holds the portal for the whole 5 h 12 min in that isolate") {
		t.Errorf("daily, runtime: %s", daily.Runtime)
	}
	if !strings.HasPrefix(daily.Ends, "in 5 h 12 min; ") || !strings.Contains(
		daily.Ends, "midnight in the account's time zone",
	) {
		t.Errorf("daily, ends: %s", daily.Ends)
	}
	silent := diagnosed(t, `{"policyName":"DAILY"}`)
	if !strings.Contains(silent.Runtime, "60 s") || silent.RetryAfterSeconds != nil {
		t.Errorf("daily without Retry-After: %+v", silent)
	}
}

func TestWaitAboveTheRetryCapIsBackpressure(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 25\n\n{\"policyName\":\"TEN_SECONDLY_ROLLING\"}")
	if !strings.Contains(d.Runtime, "backpressure") {
		t.Errorf("runtime: %s", d.Runtime)
	}
}

func TestWindowIsThatOfTheHeader(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Remaining: 0\nX-Crm-RateLimit-Interval-Milliseconds: 5000\n")
	if d.Ends != "within 5 s" || *d.Rates.IntervalMs != 5000 {
		t.Errorf("ends %q, rates %+v", d.Ends, d.Rates)
	}
}

func TestRaw429BypassedTheClient(t *testing.T) {
	raw := diagnosed(t, `{"status":429,"body":"{\"policyName\":\"TEN_SECONDLY_ROLLING\"}"}`)
	if !strings.Contains(strings.Join(raw.Todo, "\n"), "its call bypassed ctx.crm") {
		t.Errorf("todo: %q", raw.Todo)
	}
	vendor := diagnosed(
		t,
		"Error: HTTP-Code: 429\nMessage: You have reached your secondly limit.\nBody: \"{\\\"policyName\\\":\\\"SECONDLY\\\"}\"\nHeaders: {\"retry-after\":\"1\"}",
	)
	if vendor.Limit != Search || *vendor.RetryAfterSeconds != 1 || !strings.Contains(
		strings.Join(vendor.Todo, "\n"), "the CRM's own client",
	) {
		t.Errorf("vendor's client: %+v", vendor)
	}
	own := diagnosed(t, `{"message":"CRM rate limit budget exhausted; retry after 12s."}`)
	if !own.TurnedAway || strings.Contains(strings.Join(own.Todo, "\n"), "bypassed") {
		t.Errorf("an exhausted budget: %+v", own)
	}
}

func TestTodoNamesOAuthWithoutDailyHeaders(t *testing.T) {
	oauth := strings.Join(diagnosed(t, `{"policyName":"DAILY"}`).Todo, "\n")
	static := strings.Join(diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Daily-Remaining: 0\n").Todo, "\n")
	if !strings.Contains(oauth, "with OAuth, policyName is the only indication") || strings.Contains(static, "OAuth") {
		t.Errorf("oauth: %s\nstatic: %s", oauth, static)
	}
}

func TestTodoNamesABucketAboveTheBurst(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Max: 50\nX-Crm-RateLimit-Remaining: 0\n")
	if !strings.Contains(strings.Join(d.Todo, "\n"), "bucket.capacity to at most 50") {
		t.Errorf("todo: %q", d.Todo)
	}
}

func TestSuccessWithNoCallsLeftIsNotARefusal(t *testing.T) {
	d := diagnosed(t, "HTTP/2 200\nX-Crm-RateLimit-Remaining: 0\nX-Crm-RateLimit-Interval-Milliseconds: 5000\n")
	if d.Refused || d.TurnedAway || strings.Contains(d.Runtime, "halves") || !strings.Contains(d.Runtime, "for 5 s") {
		t.Errorf("a success: %+v", d)
	}
	if !diagnosed(t, "HTTP/2 429\nX-Crm-RateLimit-Remaining: 0\n").Refused {
		t.Error("a 429 is not a refusal")
	}
}

func TestRuntimeDependsOnRetryAfter(t *testing.T) {
	silent := diagnosed(t, `{"policyName":"TEN_SECONDLY_ROLLING"}`)
	if !strings.Contains(silent.Runtime, "for 1 s, doubling with each further 429") {
		t.Errorf("without a Retry-After: %s", silent.Runtime)
	}
	soon := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 5\n\n{\"policyName\":\"DAILY\"}")
	if !strings.Contains(soon.Runtime, "holds the portal for 5 s, then sends a probe") {
		t.Errorf("the daily limit with a short Retry-After: %s", soon.Runtime)
	}
}

func TestInvalidRetryAfterIsIgnored(t *testing.T) {
	for _, value := range []string{"Inf", "1e3", "0x10", "+5", "-5", "NaN", "soon"} {
		if d := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: "+value+"\n"); d.RetryAfterSeconds != nil {
			t.Errorf("Retry-After: %s is read as %d s", value, *d.RetryAfterSeconds)
		}
	}
}
