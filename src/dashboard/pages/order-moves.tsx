import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { Card } from '../parts/card.tsx';
import { Segments } from '../parts/field.tsx';
import { OrderPill } from '../parts/pill.tsx';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';

type OrderDetail = Schemas['OrderDetail'];

interface Props {
  readonly order: OrderDetail;
  readonly account: string;
  readonly onMoved: () => Promise<void>;
}

type Refund = 'now' | '5s' | 'never';

/** Buttons for the transitions that are allowed from the current state of an order. */
export function OrderMoves({ order, account, onMoved }: Props) {
  const refund = useSignal<Refund>('now');
  const task = useTask();
  if (order.can_go_to.length === 0) return null;
  const move = async (to: OrderDetail['can_go_to'][number]): Promise<void> => {
    const body = to === 'failed' ? { to, refund: refund.value } : { to };
    await attempt(
      () =>
        api.post('/_sandbox/accounts/{account}/orders/{order}/transition', {
          path: { account, order: order.id },
          body,
        }),
      `Order ${order.id} is now ${to}.`,
    );
    await onMoved();
  };
  const canFail = order.can_go_to.includes('failed');
  return (
    <Card title="Manual transition">
      <div class="row">
        <span class="soft">
          From <OrderPill status={order.status} /> to
        </span>
        {order.can_go_to.map(to => (
          <button
            key={to}
            type="button"
            class="button"
            aria-busy={task.isBusy}
            onClick={() => task.run(() => move(to))}
          >
            {to}
          </button>
        ))}
        {canFail && (
          <span class="row tight">
            <span class="soft" id="refund-label">
              Refund on failure
            </span>
            <Segments<Refund>
              label="Refund on failure"
              value={refund.value}
              options={[
                ['now', 'immediately'],
                ['5s', 'after 5 s'],
                ['never', 'never'],
              ]}
              onChange={chosen => {
                refund.value = chosen;
              }}
            />
          </span>
        )}
      </div>
    </Card>
  );
}
