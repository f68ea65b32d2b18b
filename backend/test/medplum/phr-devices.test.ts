import './records-medplum.ts';
import '../phr-devices.test.ts';
