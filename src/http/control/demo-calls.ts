import type { Handlers } from './call-types.ts';

/** Calls that control the demo traffic. */
export const demoCalls: Pick<Handlers, 'getDemo' | 'setDemo'> = {
  getDemo: ({ demo }) => demo.state,
  setDemo: async ({ demo, body }) => {
    if (body.running) await demo.start();
    else demo.stop();
    return demo.state;
  },
};
