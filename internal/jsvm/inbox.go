package jsvm

import "sync"

// inbox is an unbounded queue of jobs for the loop. Jobs run in order, unless the VM ends.
type inbox struct {
	mu     sync.Mutex
	jobs   []func()
	signal chan struct{}
	// clock and loop are set under a Lockstep, where the loop is a participant.
	clock *Lockstep
	loop  *participant
}

func (q *inbox) init() { q.signal = make(chan struct{}, 1) }

func (q *inbox) put(job func()) {
	q.mu.Lock()
	q.jobs = append(q.jobs, job)
	q.mu.Unlock()
	if q.clock != nil {
		q.clock.wake(q.loop)
		return
	}
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// take removes and returns all jobs.
func (q *inbox) take() []func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs := q.jobs
	q.jobs = nil
	return jobs
}

// settle waits until the inbox is empty and no turn runs.
func (vm *VM) settle() {
	for {
		idle := make(chan bool, 1)
		vm.queue.put(func() {
			vm.queue.mu.Lock()
			defer vm.queue.mu.Unlock()
			idle <- len(vm.queue.jobs) == 0
		})
		select {
		case <-vm.stopped:
			return
		case empty := <-idle:
			if empty {
				return
			}
		}
	}
}
