-- How many days a tenant keeps its sessions.
ALTER TABLE read.tenants ADD COLUMN retention_days int NOT NULL DEFAULT 30;
