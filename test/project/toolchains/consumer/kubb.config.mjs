import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default {
  root: '.',
  input: { path: 'energy-rental-v1.yaml' },
  output: { path: 'generated/kubb', extension: { '.ts': '.ts' } },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
};
