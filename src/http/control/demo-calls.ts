import type { components } from '../../contract/control-v1.generated.ts';
import type { Demo } from '../../demo/demo.ts';
import type { Handlers } from './call-types.ts';

const shownDemo = ({ state }: Demo): components['schemas']['Demo'] => ({
  running: state.running,
  account: state.account,
  api_key: state.apiKey,
});

/** Calls that control the demo traffic. */
export const demoCalls: Pick<Handlers, 'getDemo' | 'setDemo'> = {
  getDemo: ({ demo }) => shownDemo(demo),
  setDemo: async ({ demo, body }) => {
    if (body.running) await demo.start();
    else demo.stop();
    return shownDemo(demo);
  },
};
