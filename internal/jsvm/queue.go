package jsvm

// queued is an element of a queue.
type queued[T any] interface {
	// before reports whether the element comes before another one.
	before(other T) bool
	// position is where the queue keeps the index of the element, -1 outside of it.
	position() *int
}

// queue implements heap.Interface.
type queue[T queued[T]] []T

func (q queue[T]) Len() int { return len(q) }

func (q queue[T]) Less(i, j int) bool { return q[i].before(q[j]) }

func (q queue[T]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	*q[i].position(), *q[j].position() = i, j
}

func (q *queue[T]) Push(x any) {
	one := x.(T)
	*one.position() = len(*q)
	*q = append(*q, one)
}

func (q *queue[T]) Pop() any {
	var none T
	last := len(*q) - 1
	one := (*q)[last]
	(*q)[last] = none
	*q = (*q)[:last]
	*one.position() = -1
	return one
}
