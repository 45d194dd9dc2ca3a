const concept = pm.response.json();
const values = {
  boolean: () => false,
  number: () => concept.minimum,
  duration: () => concept.minimum,
  choice: () => concept.choices[0].code,
};
// Asked for his own words, the patient has nothing to tell.
const value = (values[concept.answer_type] ?? values.boolean)();
pm.collectionVariables.set('answer_fields', JSON.stringify({ [concept.code]: value }));
