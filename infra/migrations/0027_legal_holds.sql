-- Legal holds: what is held is neither pruned nor erased. Why, and since when, stands sealed in the row's state.
ALTER TABLE read.sessions ADD COLUMN held boolean NOT NULL DEFAULT false;
ALTER TABLE read.patient_profiles ADD COLUMN held boolean NOT NULL DEFAULT false;
