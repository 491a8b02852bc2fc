import type { components } from '../../contract/control-v1.generated.ts';
import type { ControlParts, Handlers } from './call-types.ts';

type Demonstration = Pick<ControlParts, 'demo' | 'options'>;

/** The state of the demo; without its key on a server with an admin token, whose keys only its operator knows. */
const shownDemo = ({ demo: { state }, options }: Demonstration): components['schemas']['Demo'] => ({
  running: state.running,
  account: state.account,
  api_key: options.adminToken === undefined ? state.apiKey : null,
});

/** Calls that control the demo traffic. */
export const demoCalls: Pick<Handlers, 'getDemo' | 'setDemo'> = {
  getDemo: shownDemo,
  setDemo: async call => {
    if (call.body.running) await call.demo.start();
    else call.demo.stop();
    return shownDemo(call);
  },
};
