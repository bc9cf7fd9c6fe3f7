-- MySQL dump of a small field-service company, written by hand.
/*!40101 SET NAMES utf8mb4 */;
# The rest are the tables.

DROP TABLE IF EXISTS `user`;
CREATE TABLE `user` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `login` varchar(80) NOT NULL COMMENT 'the name; it''s unique',
  `email` varchar(120) DEFAULT NULL,
  PRIMARY KEY (`id`), UNIQUE KEY `login` (`login`)
) ENGINE=InnoDB COMMENT='Those who may log in';
LOCK TABLES `user` WRITE;
/*!40000 ALTER TABLE `user` DISABLE KEYS */;
INSERT INTO `user` VALUES (1,'anna; DROP TABLE x','a@b'),(2,'CREATE TABLE `fake` (`id` int)','\'');
/*!40000 ALTER TABLE `user` ENABLE KEYS */;
UNLOCK TABLES;

CREATE TABLE `employee` (
  `id` int NOT NULL PRIMARY KEY, `userId` int NULL UNIQUE, `managerId` int DEFAULT NULL, `firstName` varchar(40), `lastName` varchar(40),
  `hourlyWage` decimal(8,2), `hiredOn` date,
  CONSTRAINT `employee_user` FOREIGN KEY (`userId`) REFERENCES `user` (`id`),
  CONSTRAINT `employee_manager` FOREIGN KEY (`managerId`) REFERENCES `employee` (`id`)
);
CREATE TABLE `crew` (`id` int NOT NULL, `name` varchar(40), `created_by` int, PRIMARY KEY (`id`)) COMMENT 'A team that goes out together';
CREATE TABLE `employeeCrew` (
  `employeeId` int NOT NULL, `crewId` int NOT NULL, `isLead` tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (`employeeId`,`crewId`)
);
CREATE TABLE `customer` (`id` int PRIMARY KEY, `name` varchar(80), `segment` enum('private','business','it''s public') NOT NULL, `addressId` int, `created_by` int);
CREATE TABLE `customerContact` (`id` int PRIMARY KEY, `customerId` int NOT NULL, `phone` varchar(30), `email` varchar(80));
CREATE TABLE `customerLocation` (`id` int PRIMARY KEY, `customerId` int NOT NULL, `addressId` int, `label` varchar(40));
CREATE TABLE `address` (`id` int PRIMARY KEY, `street` varchar(80), `city` varchar(60), `postalCode` varchar(12), `countryCode` char(2));
CREATE TABLE `country` (`code` char(2) PRIMARY KEY, `name` varchar(60));
CREATE TABLE `workOrder` (
  `id` int PRIMARY KEY, `number` varchar(20) NOT NULL UNIQUE, `customerLocationId` int, `crewId` int, `technicianId` int, `supervisorId` int,
  `priority` enum('low','normal','urgent'), `dueDate` date, `completedAt` datetime, `created_by` int,
  FOREIGN KEY (`technicianId`) REFERENCES `employee` (`id`), FOREIGN KEY (`supervisorId`) REFERENCES `employee` (`id`)
);
CREATE TABLE `workOrderTask` (`id` int PRIMARY KEY, `workOrderId` int NOT NULL, `description` text, `done` tinyint(1));
CREATE TABLE `workTime` (`id` int PRIMARY KEY, `employeeId` int, `workOrderId` int, `startedAt` datetime, `minutes` int) COMMENT='Time sheets: hours that people worked';
CREATE TABLE `asset` (`id` int PRIMARY KEY, `customerLocationId` int, `assetTypeId` int, `serialNumber` varchar(40), `installedOn` date);
CREATE TABLE `assetType` (`id` int PRIMARY KEY, `name` varchar(40), `manufacturer` varchar(40));
CREATE TABLE `inspection` (`id` int PRIMARY KEY, `assetId` int, `workOrderId` int, `inspectorId` int, `passed` tinyint(1), `inspectedOn` date, `created_by` int);
CREATE TABLE `inspectionAnswer` (`id` int PRIMARY KEY, `inspectionId` int, `inspectionQuestionId` int, `answer` text);
CREATE TABLE `inspectionQuestion` (`id` int PRIMARY KEY, `text` varchar(200));
CREATE TABLE `part` (`id` int PRIMARY KEY, `sku` varchar(30), `name` varchar(60), `unitPrice` decimal(10,2), `supplierId` int);
CREATE TABLE `supplier` (`id` int PRIMARY KEY, `name` varchar(60), `countryCode` char(2));
CREATE TABLE `workOrderPart` (`workOrderId` int, `partId` int, `quantity` int, PRIMARY KEY (`workOrderId`,`partId`));
CREATE TABLE `invoice` (
  `id` int PRIMARY KEY, `number` varchar(20), `customerId` int, `workOrderId` int, `billingAddressId` int, `shippingAddressId` int, `total` decimal(12,2), `dueOn` date, `created_by` int
);
CREATE TABLE `invoiceLine` (`id` int PRIMARY KEY, `invoiceId` int, `partId` int, `amount` decimal(12,2));
CREATE TABLE `payment` (`id` int PRIMARY KEY, `invoiceId` int, `paidOn` date, `amount` decimal(12,2), `method` enum('cash','card','transfer'));
CREATE TABLE `vehicle` (`id` int PRIMARY KEY, `crewId` int, `licensePlate` varchar(20));
CREATE TABLE `setting` (`name` varchar(40) PRIMARY KEY, `value` text);
/*!50001 CREATE VIEW `secure_user` AS select 1 AS `id` */;
ALTER TABLE `customer` ADD CONSTRAINT `customer_address` FOREIGN KEY (`addressId`) REFERENCES `address` (`id`);
CREATE UNIQUE INDEX plate ON vehicle (licensePlate);
DELIMITER ;;
CREATE PROCEDURE `p`() BEGIN SELECT 1; CREATE TABLE nothing (id int); END ;;
DELIMITER ;
