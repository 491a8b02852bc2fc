import { setupWith } from 'energy-rental-sandbox/vitest-setup';

export default setupWith({}, { coverage: 90 });
