import { moduleConfig } from '@phr/build/presets';

export default moduleConfig({ dir: import.meta.dirname, port: 4320 });
