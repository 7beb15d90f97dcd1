package simulate

import "testing"

const crowdedWorker = `import { defineWorker, ok } from '@svc/sdk';
const worker = defineWorker('main');
let open = 0, most = 0;
worker.tool('crowded', {
  label: 'Crowded', objectType: 'deal',
  async handler() {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    open--;
    throw new Error(most + ' at a time');
  },
});
export default worker;
`

func TestRequestsBeyondTheMostThatAreServedWaitForAResponse(t *testing.T) {
	o := testOptionsOf(t, "crowded", crowdedWorker)
	o.serving, o.Rows = 20, 41
	r, text := reportOf(t, o)
	want := "Error: 20 at a time"
	if len(r.Thrown) != 1 || r.Thrown[0].Message != want || r.Thrown[0].Times != o.Rows {
		t.Errorf("got %+v", r.Thrown)
	}
	// Three requests, one after the other, take 3 s. The time of a response includes the wait.
	if r.Outcomes["error"] != o.Rows || r.WallMs != 3000 || r.Lateness.MaxMs != 3000 || r.Lateness.P50Ms != 2000 {
		t.Errorf("got %s", text)
	}
}
