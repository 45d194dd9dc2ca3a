const code = pm.variables.get('question_target');
const concept = pm.response.json().data.find((found) => found.code === code);
const values = {
  boolean: () => false,
  number: () => concept.minimum,
  choice: () => concept.allowed_values[0],
};
const value = concept && concept.value_type ? values[concept.value_type]() : false;
pm.collectionVariables.set('answer_fields', JSON.stringify({ [code]: value }));
