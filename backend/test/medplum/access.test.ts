import './records-medplum-unchecked.ts';
import '../access.test.ts';
