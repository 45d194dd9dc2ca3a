/** Whom the interviews of the collection are about; the quick start has the same patient. */
export const SESSION = { chief_complaint: 'headache', age: 34, sex: 'female' };
