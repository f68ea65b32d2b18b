import './records-medplum.ts';
import '../storage.test.ts';
